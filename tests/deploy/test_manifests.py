"""The files that deploy the service: of the published shape, true to the service."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from flask.testing import FlaskClient

from service.config import Settings
from tests.live import ROOT

DEPLOY = ROOT / "deploy"
OVERLAYS = ("single", "sentinel", "cluster")
VERSIONS = ("1.30", "1.34", "1.37")
COMMANDS_OWN = {
    f"TAPETE_{name}" for name in ("HOST", "PORT", "WORKERS", "DATA_DIR", "METRICS_ADDR")
}
NAMES = {f"TAPETE_{field.name.upper()}" for field in fields(Settings)} | COMMANDS_OWN
Objects = dict[tuple[str, str], Any]


def rendered(folder: Path) -> list[Any]:
    kubectl = shutil.which("kubectl", path=str(Path(sys.executable).parent))
    assert kubectl
    command = [kubectl, "kustomize", str(folder)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return list(yaml.safe_load_all(text))


@pytest.fixture(scope="module", params=OVERLAYS)
def objects(request: pytest.FixtureRequest) -> Objects:
    found = rendered(DEPLOY / "kubernetes" / "overlays" / request.param)
    return {(each["kind"], each["metadata"]["name"]): each for each in found}


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((ROOT / "compose.yaml").read_text())


def templates(objects: Objects) -> list[Any]:
    return [each["spec"]["template"] for each in objects.values() if _runs(each)]


def _runs(each: Any) -> bool:
    return each["kind"] in ("Deployment", "StatefulSet")


def service_pod(objects: Objects) -> Any:
    return objects["Deployment", "tapete"]["spec"]["template"]


def container(objects: Objects) -> Any:
    (only,) = service_pod(objects)["spec"]["containers"]
    return only


def selects(selector: Any, pod: Any) -> bool:
    labels = pod["metadata"]["labels"]
    return bool(selector) and selector.items() <= labels.items()


@pytest.mark.parametrize("version", VERSIONS)
def test_kubernetes_takes_the_manifests(objects: Objects, version: str) -> None:
    for each in objects.values():
        kubernetes_validate.validate(each, version, strict=True)


def test_kubernetes_takes_the_ingress(objects: Objects) -> None:
    ingress = yaml.safe_load((DEPLOY / "kubernetes/ingress.yaml").read_text())
    kubernetes_validate.validate(ingress, VERSIONS[-1], strict=True)
    (rule,) = ingress["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    asked = path["backend"]["service"]
    ports = objects["Service", asked["name"]]["spec"]["ports"]
    assert asked["port"]["name"] in [port["name"] for port in ports]


def test_what_the_manifests_name_is_there(objects: Objects) -> None:
    spec, own = service_pod(objects)["spec"], container(objects)
    assert ("ServiceAccount", spec["serviceAccountName"]) in objects
    for source in own["envFrom"]:
        assert ("ConfigMap", source["configMapRef"]["name"]) in objects
    (env,) = own["env"]
    secret = env["valueFrom"]["secretKeyRef"]
    assert secret["key"] in objects["Secret", secret["name"]]["data"]
    target = objects["HorizontalPodAutoscaler", "tapete"]["spec"]["scaleTargetRef"]
    assert (target["kind"], target["name"]) in objects
    mounts = {mount["name"] for mount in own["volumeMounts"]}
    assert mounts == {volume["name"] for volume in spec["volumes"]}
    assert {
        each["metadata"].get("namespace", "tapete") for each in objects.values()
    } == {"tapete"}


def test_selectors_find_the_pods_and_their_ports(objects: Objects) -> None:
    pods = templates(objects)
    for (kind, name), each in objects.items():
        spec = each.get("spec", {})
        if kind in ("Deployment", "StatefulSet"):
            assert selects(spec["selector"]["matchLabels"], spec["template"]), name
        elif kind == "Service":
            _check_ports(
                [p for p in pods if selects(spec["selector"], p)], spec["ports"]
            )
        elif kind == "PodDisruptionBudget":
            assert [p for p in pods if selects(spec["selector"]["matchLabels"], p)]
        elif kind == "NetworkPolicy":
            chosen = spec["podSelector"]["matchLabels"]
            (pod,) = (p for p in pods if selects(chosen, p))
            _check_ports([pod], [p for rule in spec["ingress"] for p in rule["ports"]])


def _check_ports(pods: list[Any], ports: list[Any]) -> None:
    (pod,) = pods
    names = {p["name"] for c in pod["spec"]["containers"] for p in c["ports"]}
    assert {port.get("targetPort", port["port"]) for port in ports} <= names


def test_pods_have_no_rights_that_they_do_not_need(objects: Objects) -> None:
    for pod in templates(objects):
        spec = pod["spec"]
        assert spec["automountServiceAccountToken"] is False
        assert spec["securityContext"]["runAsNonRoot"] is True
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        for each in spec["containers"]:
            rights = each["securityContext"]
            assert rights["allowPrivilegeEscalation"] is False
            assert rights["readOnlyRootFilesystem"] is True
            assert rights["capabilities"] == {"drop": ["ALL"]}
            assert each["resources"]["limits"]["memory"]


def test_the_user_is_the_images(objects: Objects) -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    user = service_pod(objects)["spec"]["securityContext"]
    assert f"USER {user['runAsUser']}:{user['runAsGroup']}" in dockerfile


def test_the_image_is_of_this_version(objects: Objects) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert container(objects)["image"] == f"tapete:{project['version']}"


def test_probes_ask_addresses_that_there_are(
    objects: Objects, client: FlaskClient
) -> None:
    own = container(objects)
    for kind, path in (
        ("startupProbe", "/livez"),
        ("livenessProbe", "/livez"),
        ("readinessProbe", "/readyz"),
    ):
        assert own[kind]["httpGet"] == {"path": path, "port": "http"}
        assert client.get(path).status_code == 200


def test_pods_may_take_as_long_to_stop_as_the_service_does(objects: Objects) -> None:
    waits = container(objects)["lifecycle"]["preStop"]["sleep"]["seconds"]
    server = (ROOT / "service/server.py").read_text()
    grace = int(re.findall(r"_GRACE_S = (\d+)", server)[0])
    longest = service_pod(objects)["spec"]["terminationGracePeriodSeconds"]
    assert longest > waits + grace


def settings_of_all(objects: Objects, compose: Any) -> Iterator[dict[str, str]]:
    (name,) = (name for kind, name in objects if kind == "ConfigMap")
    yield objects["ConfigMap", name]["data"]
    values = compose["services"]["tapete"]["environment"]
    yield {k: re.sub(r"\$\{\w+:?-(.*)\}", r"\1", str(v)) for k, v in values.items()}


def test_the_service_takes_the_settings(objects: Objects, compose: Any) -> None:
    for env in settings_of_all(objects, compose):
        assert env.keys() <= NAMES
        settings = Settings.from_env(env)
        assert settings.trusted_proxies == 1
        assert settings.rate_limit
        assert settings.rate_limit_create
        assert settings.rate_limit_bots
        assert 0 < settings.followers_seat < settings.followers_address


def test_compose_takes_its_file() -> None:
    checker = Path(sys.executable).with_name("check-jsonschema")
    command = [checker, "--builtin-schema", "vendor.compose-spec", "compose.yaml"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_compose_names_what_is_there(compose: Any) -> None:
    services = compose["services"]
    for name, each in services.items():
        assert set(each.get("depends_on", ())) <= services.keys(), name
        for volume in each.get("volumes", ()):
            source = volume.split(":")[0]
            known = (ROOT / source).exists() or source in compose["volumes"]
            assert known, volume


def test_compose_gives_no_rights_that_are_not_needed(compose: Any) -> None:
    for each in compose["services"].values():
        assert each["read_only"] is True
        assert each["cap_drop"] == ["ALL"]
        assert each["security_opt"] == ["no-new-privileges:true"]


def test_nginx_asks_where_the_services_answer(compose: Any) -> None:
    servers = (DEPLOY / "nginx/servers.conf").read_text()
    assert "server tapete:8000 " in servers
    assert "8000" in compose["services"]["tapete"]["expose"]
    scraped = yaml.safe_load((DEPLOY / "prometheus/prometheus.yml").read_text())
    (job,) = scraped["scrape_configs"]
    (found,) = job["dns_sd_configs"]
    assert found["names"] == ["tapete"]
    assert str(found["port"]) in compose["services"]["tapete"]["expose"]


def test_nginx_lets_bodies_in_that_the_service_takes() -> None:
    text = (DEPLOY / "nginx/nginx.conf").read_text()
    limits = dict(re.findall(r"client_max_body_size (\d+)m; # TAPETE_(\w+)", text))
    settings = Settings()
    assert {v: int(k) << 20 for k, v in limits.items()} == {
        "MAX_BODY": settings.max_body,
        "MAX_EVALUATE_BODY": settings.max_evaluate_body,
    }


def pinned(text: str) -> dict[str, set[str]]:
    """Versions by name, with the underscores and capitals of names out of the way."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==([^ \\;]+)", text, re.MULTILINE):
        found.setdefault(re.sub(r"[-_.]+", "-", name).lower(), set()).add(version)
    return found


def test_the_lock_has_a_hash_for_everything_that_the_service_needs() -> None:
    text = (DEPLOY / "requirements.txt").read_text()
    locked = pinned(text)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    needed = project["dependencies"] + extras["archive"] + extras["otel"]
    wanted = {re.split(r"[^\w-]", each)[0] for each in needed}
    assert wanted <= locked.keys()
    entries = re.split(r"^(?=\w)", text, flags=re.MULTILINE)[1:]
    assert len(entries) == sum(map(len, locked.values()))
    assert all("--hash=sha256:" in entry for entry in entries)


def test_the_bill_of_materials_is_that_of_the_lock() -> None:
    listed = json.loads((DEPLOY / "sbom.cdx.json").read_text())["components"]
    locked = pinned((DEPLOY / "requirements.txt").read_text())
    for each in listed:
        name = re.sub(r"[-_.]+", "-", each["name"]).lower()
        assert each["version"] in locked.pop(name), name
    # What is left is for other versions of Python.
    assert set(locked) <= {"async-timeout"}
