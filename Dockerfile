# The server with the web app, for a PostgreSQL of its own: docs/operations/containers.md.
ARG NODE_IMAGE=docker.io/library/node:20.20.2-bookworm-slim
ARG DEBIAN_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
# The file of a certificate authority, if a proxy of the builder's network has its own.
ARG NODE_EXTRA_CA_CERTS=
RUN apt-get update && apt-get install --yes --no-install-recommends binutils
WORKDIR /earth
COPY . .
RUN npm ci --no-audit --no-fund --workspace @earth/server --workspace @earth/web --include-workspace-root \
 && node scripts/build.mjs \
 && npm ci --no-audit --no-fund --omit=dev --workspace @earth/server \
 && deploy/image/prune.sh

FROM ${DEBIAN_IMAGE}
ARG VERSION=0.1.0
ARG REVISION=
LABEL org.opencontainers.image.title="Earth" \
      org.opencontainers.image.description="Remote help and discovery, self-hosted" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
RUN groupadd --gid 10001 earth \
 && useradd --uid 10001 --gid earth --home-dir /data --no-create-home --shell /usr/sbin/nologin earth \
 && install -d -o earth -g earth -m 0750 /data /backups
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY deploy/image/earth /usr/local/bin/earth
COPY deploy/image/*.mjs /earth/deploy/
WORKDIR /earth
# The version of the server is read from it.
COPY --from=build /earth/package.json ./package.json
COPY --from=build /earth/node_modules ./node_modules
COPY --from=build /earth/packages ./packages
COPY --from=build /earth/brands ./brands
COPY --from=build /earth/apps/server ./apps/server
COPY --from=build /earth/apps/web/dist ./apps/web/dist

ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 8080 3478/tcp 3478/udp
STOPSIGNAL SIGTERM
# Liveness: a database that is away for a while is no reason to end the server.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["earth"]
CMD ["start"]
