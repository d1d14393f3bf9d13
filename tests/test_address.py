"""Addresses of a store are read in each of their forms, or refused with a remedy."""

import pytest
from redis.connection import SSLConnection, UnixDomainSocketConnection

from service.address import parse
from service.config import Settings, SettingsError

SECRET = "hunter2"


def test_one_server_has_a_host_a_port_and_a_database() -> None:
    assert parse("redis://h").hosts == (("h", 6379),)
    found = parse("rediss://me:p%40w@[::1]:7/2?ssl_cert_reqs=none")
    assert (found.kind, found.hosts) == ("single", (("::1", 7),))
    assert found.options["connection_class"] is SSLConnection
    assert found.options["username"] == "me"
    assert found.options["password"] == "p@w"
    assert (found.options["db"], found.options["ssl_cert_reqs"]) == (2, "none")


def test_a_socket_has_a_path() -> None:
    found = parse("unix://:pw@/var/run/a%20b.sock?db=3")
    assert (found.kind, found.hosts) == ("single", ())
    assert found.options == {
        "connection_class": UnixDomainSocketConnection,
        "path": "/var/run/a b.sock",
        "password": "pw",
        "db": 3,
    }


def test_sentinels_have_a_service_and_an_account_of_their_own() -> None:
    found = parse("redis+sentinel://me:a@h1,h2:7/table/1?sentinel_password=b%26c")
    assert (found.kind, found.service) == ("sentinel", "table")
    assert found.hosts == (("h1", 26379), ("h2", 7))
    assert found.options == {"username": "me", "password": "a", "db": 1}
    assert found.sentinel_options == {"password": "b&c"}
    secure = parse("rediss+sentinel://h1/table/")
    assert secure.options["connection_class"] is SSLConnection
    assert secure.sentinel_options == {}


def test_a_cluster_has_nodes_and_no_database() -> None:
    found = parse("redis+cluster://:pw@h1:7000,h2,[::1]:7001/0")
    assert (found.kind, found.options) == ("cluster", {"password": "pw"})
    assert found.hosts == (("h1", 7000), ("h2", 6379), ("::1", 7001))


def test_what_is_printed_of_an_address_has_no_password() -> None:
    url = f"redis+sentinel://:{SECRET}@h/m?sentinel_password={SECRET}"
    assert SECRET not in repr(parse(url))


@pytest.mark.parametrize(
    ("url", "form"),
    [
        ("http://:{}@h", "redis+sentinel://[user:password@]"),
        ("{}", "unix:///path"),
        (":{}@h:6379", "redis+cluster://[user:password@]"),
        ("redis://:{}@h,h2", "redis://[user:password@]host[:6379]"),
        ("redis://:{}/x@h", "%2F"),
        ("redis://:{}?x@h", "%3F"),
        ("redis://:{}@x@h", "%40"),
        ("redis://:{}@h/x", "host[:6379][/0]"),
        ("rediss://:{}@h:0", "rediss://[user:password@]host"),
        ("redis://:{}@h:65536", "host[:6379]"),
        ("redis://:{}@h?word=1", "host[:6379]"),
        ("redis://h?password={}&db=one", "host[:6379]"),
        ("redis://:{}@", "host[:6379]"),
        ("unix://:{}@", "unix:///path/to/socket"),
        ("unix://:{}@host/path", "unix:///path/to/socket"),
        ("redis+sentinel://:{}@h:1,h:2", "host:26379/service[/0]"),
        ("redis+sentinel://:{}@h:1,/m", "host:26379,host:26379/service"),
        ("redis+sentinel://:{}@h/m/x", "host:26379/service[/0]"),
        ("redis+cluster://:{}@h:1,h:2/1", "host:6379,host:6379"),
        ("redis+cluster://:{}@h:1;h:2", "host:6379,host:6379"),
    ],
)
def test_a_bad_address_is_refused_with_what_to_type_and_no_password(
    url: str, form: str
) -> None:
    with pytest.raises(SettingsError) as refusal:
        Settings.from_env({"TAPETE_REDIS_URL": url.format(SECRET)})
    text = str(refusal.value)
    assert text.startswith("TAPETE_REDIS_URL ") and "\n" not in text
    assert form in text
    assert SECRET not in text
    assert refusal.value.__cause__ is None
