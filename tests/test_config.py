"""Settings come from TAPETE_* variables and are checked."""

import pytest

from service.app import create_app
from service.config import Settings, SettingsError


def test_without_variables_every_setting_has_its_default() -> None:
    assert Settings.from_env({}) == Settings()


def test_variables_are_read() -> None:
    env = {
        "TAPETE_REDIS_URL": "rediss://h:1/2",
        "TAPETE_MATCH_TTL": "60",
        "TAPETE_REDIS_TIMEOUT": "0.5",
        "OTHER": "x",
    }
    settings = Settings.from_env(env)
    assert settings.redis_url == "rediss://h:1/2"
    assert (settings.match_ttl, settings.redis_timeout) == (60, 0.5)


def test_variables_of_the_edge_are_read() -> None:
    env = {
        "TAPETE_CORS_ORIGINS": "https://Play.example.org, http://[::1]:3000",
        "TAPETE_RATE_LIMIT": "600/minute",
        "TAPETE_TRUSTED_PROXIES": "0",
        "TAPETE_ACCESS_LOG": "1",
    }
    settings = Settings.from_env(env)
    assert settings.origins == ("https://play.example.org", "http://[::1]:3000")
    assert settings.access_log is True
    assert Settings.from_env({"TAPETE_ACCESS_LOG": "0"}) == Settings()
    assert Settings(cors_origins="*").origins == ("*",)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TAPETE_MATCH_TTL", "soon"),
        ("TAPETE_MATCH_TTL", "0"),
        ("TAPETE_MATCH_TTL", "1.5"),
        ("TAPETE_MAX_BODY", "-1"),
        ("TAPETE_RATE_LIMIT_BOTS", "30"),
        ("TAPETE_FOLLOWERS_SEAT", "-1"),
        ("TAPETE_REDIS_TIMEOUT", "2s"),
        ("TAPETE_REDIS_TIMEOUT", "nan"),
        ("TAPETE_REDIS_TIMEOUT", "inf"),
        ("TAPETE_REDIS_URL", "http://localhost"),
        ("TAPETE_REDIS_URL", "localhost:6379"),
        ("TAPETE_WAIT_REPLICAS", "-1"),
        ("TAPETE_WAIT_TIMEOUT", "0"),
        ("TAPETE_CORS_ORIGINS", "play.example.org"),
        ("TAPETE_CORS_ORIGINS", "https://play.example.org/"),
        ("TAPETE_CORS_ORIGINS", "https://*.example.org"),
        ("TAPETE_CORS_ORIGINS", "*,https://play.example.org"),
        ("TAPETE_CORS_ORIGINS", "https://play.example.org,"),
        ("TAPETE_RATE_LIMIT", "600"),
        ("TAPETE_RATE_LIMIT", "0/minute"),
        ("TAPETE_RATE_LIMIT", "600/fortnight"),
        ("TAPETE_RATE_LIMIT_CREATE", "many"),
        ("TAPETE_RATE_LIMIT_HINTS", "0"),
        ("TAPETE_TRUSTED_PROXIES", "-1"),
        ("TAPETE_TRUSTED_PROXIES", "all"),
        ("TAPETE_ACCESS_LOG", "yes"),
    ],
)
def test_a_bad_value_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        Settings.from_env({name: value})


def test_the_wait_for_replicas_ends_before_that_for_an_answer() -> None:
    env = {"TAPETE_WAIT_REPLICAS": "1", "TAPETE_WAIT_TIMEOUT": "2"}
    with pytest.raises(SettingsError, match="TAPETE_WAIT_TIMEOUT must be below"):
        Settings.from_env(env)
    assert Settings.from_env({**env, "TAPETE_REDIS_TIMEOUT": "3"}).wait_replicas == 1


def test_the_application_says_what_to_do_without_a_store() -> None:
    with pytest.raises(SettingsError, match="tapete serve"):
        create_app(Settings())
