# The service in an image: `make image`, or `docker build -t tapete .`.
# docs/operations.md tells how to run it.

ARG BASE=python:3.11-slim-bookworm

FROM ${BASE} AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends gcc libc6-dev tini \
 && rm -rf /var/lib/apt/lists/*
RUN python -m venv --without-pip /opt/tapete && python -m venv --without-pip /opt/build
WORKDIR /src
# Every version and its hash is in the lock files (`make lock`), also of what builds. The
# dependencies have a layer of their own: new code does not fetch them again.
COPY deploy/requirements.txt deploy/requirements-build.txt deploy/
RUN pip --python /opt/tapete/bin/python install --no-cache-dir --require-hashes \
    --only-binary :all: -r deploy/requirements.txt \
 && pip --python /opt/build/bin/python install --no-cache-dir --require-hashes \
    --only-binary :all: -r deploy/requirements-build.txt
COPY pyproject.toml build_core.py LICENSE README.md ./
COPY core_c core_c
COPY docs/rules docs/rules
COPY clients/js clients/js
COPY service service
RUN pip --python /opt/build/bin/python wheel --no-cache-dir --no-deps --no-index \
    --no-build-isolation --wheel-dir dist . \
 && pip --python /opt/tapete/bin/python install --no-cache-dir --no-deps --no-index \
    dist/*.whl

FROM ${BASE}
# The user is given by number: only so can an orchestrator see that it is not root.
RUN groupadd --gid 10001 tapete \
 && useradd --uid 10001 --gid tapete --no-log-init --no-create-home \
    --home-dir /data --shell /usr/sbin/nologin tapete \
 && install -d -o tapete -g tapete -m 0700 /data
# Linux keeps signals from a process 1 that has no handler for them yet. With tini there
# as the first, a stop during the start does not have to wait for the SIGKILL.
COPY --from=build /usr/bin/tini /usr/bin/tini
COPY --from=build /usr/share/doc/tini/copyright /usr/share/doc/tini/copyright
COPY --from=build /opt/tapete /opt/tapete
# What is in the image, for scanners: `make sbom` writes it, the label names it.
COPY deploy/sbom.cdx.json /opt/tapete/share/sbom.cdx.json
# Variables rather than arguments: `docker run tapete serve --workers 4` keeps them.
ENV PATH=/opt/tapete/bin:${PATH} \
    PYTHONUNBUFFERED=1 \
    TAPETE_HOST=0.0.0.0 \
    TAPETE_PORT=8000 \
    TAPETE_DATA_DIR=/data
# Fails if a part is missing, and leaves the bytecode of the standard library, which the
# base image lacks and the service's user could not write: it halves the time to start.
RUN python -c "import http.client, service.cli, service.server"

USER 10001:10001
WORKDIR /data
EXPOSE 8000
STOPSIGNAL SIGTERM
# Not urllib: it would go through the proxy that HTTP_PROXY names. 200 means that the
# store answers too.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-IS", "-c", "import http.client, os; \
port = int(os.environ['TAPETE_PORT']); \
to = http.client.HTTPConnection('127.0.0.1', port, timeout=4); \
to.request('GET', '/readyz'); \
raise SystemExit(to.getresponse().status != 200)"]
ENTRYPOINT ["tini", "--", "tapete"]
CMD ["serve"]

ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Tapete" \
      org.opencontainers.image.description="Game states of Locus Poker, Lamarckian Poker and Poker7" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.cyclonedx.sbom="/opt/tapete/share/sbom.cdx.json"
