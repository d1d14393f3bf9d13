"""Wires the parts into one application; the only module that knows them all."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from flask_openapi.models.info import Info
from flask_openapi.models.security_scheme import SecurityScheme
from flask_openapi.openapi import OpenAPI
from werkzeug.middleware.proxy_fix import ProxyFix

from service.api import browsers, document, errors, limits, trace
from service.api.context import (
    ARCHIVE,
    ASSIST,
    CROWD,
    EXTENSION,
    FEED,
    LOBBY,
    PURSE,
    TIMEKEEPER,
)
from service.api.crowd import Crowd
from service.api.routes import (
    assist,
    evaluate,
    events,
    games,
    lobby,
    matches,
    records,
    system,
    table,
)
from service.api.wire import StrictRequest
from service.archive import Archive, target
from service.assist import Assist
from service.config import Settings, SettingsError
from service.feed import Feed
from service.lobby import Lobby
from service.matches import Matches
from service.purse import Purse, Rate
from service.store.redis import Store
from service.timekeeper import Timekeeper


class Tapete(OpenAPI):
    """The Flask application, reading JSON strictly."""

    request_class = StrictRequest

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function as it is: there are no coroutines here.

        Flask would look at each hook of each request whether it is one.
        """
        return func

    def dismiss(self) -> None:
        """End all streams and long polls, for the service stops."""
        feed: Feed = self.extensions[FEED]
        feed.dismiss()


def create_app(settings: Settings | None = None) -> Tapete:
    """Make the application from settings, or from the TAPETE_* variables."""
    settings = settings or Settings.from_env()
    if not settings.redis_url:
        raise SettingsError(
            "TAPETE_REDIS_URL is not set. Set it, or run `tapete serve`, which starts "
            "a server of its own."
        )
    app = _bare_app()
    app.config["MAX_BODY"] = settings.max_body
    app.config["MAX_EVALUATE_BODY"] = settings.max_evaluate_body
    store = Store(
        settings.redis_url,
        ttl_s=settings.match_ttl,
        connections=settings.redis_connections,
        followers=settings.followers,
        timeout_s=settings.redis_timeout,
        archiving=bool(settings.archive_url),
        replicas=settings.wait_replicas,
        replicas_s=settings.wait_timeout,
    )
    rate = settings.bots_rate
    purse = Purse(store, Rate(*rate) if rate else None)
    cases = Matches(store, patience_s=settings.bot_deadline, purse=purse)
    app.extensions[EXTENSION] = cases
    app.extensions[LOBBY] = Lobby(store, patience_s=settings.bot_deadline, purse=purse)
    app.extensions[PURSE] = purse
    app.extensions[CROWD] = Crowd(
        seat=settings.followers_seat, address=settings.followers_address
    )
    app.extensions[TIMEKEEPER] = Timekeeper(store, cases)
    app.extensions[FEED] = Feed(store)
    app.extensions[ASSIST] = Assist(cases)
    if settings.archive_url:
        app.extensions[ARCHIVE] = Archive(store, cases, target(settings.archive_url))
    errors.register(app)
    _guard(app, settings, store)
    routes = (games, lobby, matches, assist, events, records, evaluate, system, table)
    for each in routes:
        app.register_api(each.api)
    return app


def _guard(app: Tapete, settings: Settings, store: Store) -> None:
    """Put what surrounds every request around the routes."""
    trace.register(app, access_log=settings.access_log, form=settings.log_format)
    browsers.register(app, settings.origins)
    limits.register(
        app,
        store.client,
        every=settings.rate_limit,
        create=settings.rate_limit_create,
        hints=settings.rate_limit_hints,
    )
    if settings.trusted_proxies:
        hops = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]


def _bare_app() -> Tapete:
    app = Tapete(
        "service",
        info=Info(
            title="Tapete",
            version=version("tapete"),
            description="Game states of Locus Poker, Lamarckian Poker and Poker7.",
        ),
        security_schemes={
            "bearer": SecurityScheme(
                type="http", scheme="bearer", description="The token of a seat."
            )
        },
        doc_ui=False,
        static_folder=None,
        validation_error_status=400,
        validation_error_model=errors.Problem,
        validation_error_callback=errors.refuse_shape,
    )
    app.openapi_version = document.VERSION
    app.url_map.merge_slashes = False  # it would answer //v1 with a page of HTML
    return app
