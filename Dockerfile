# syntax=docker/dockerfile:1
# The image has Node, the production folder and nothing else: no shell, no package manager, no development package.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
# /adapters is for additional adapters. /data is writable for every user, because the user of the container is not known here. Its files are readable by their owner only.
RUN npm run build \
  && mkdir -p /image/data /image/adapters \
  && chmod 1777 /image/data \
  && mv dist/gateway /image/app

FROM gcr.io/distroless/nodejs22-debian12:nonroot
LABEL org.opencontainers.image.title="gateway" \
  org.opencontainers.image.description="Self-hosted gateway between automated agents and the people they must ask." \
  org.opencontainers.image.licenses="MIT"
COPY --from=build /image /
# `docker exec gateway node dist/cli.js operator list` finds node by PATH.
ENV NODE_ENV=production \
  PATH=/nodejs/bin:/usr/local/bin:/usr/bin:/bin \
  HOST=0.0.0.0 \
  USE_AUTH=true \
  DATA_DIR=/data \
  PLATFORM_PACKAGES=/adapters
WORKDIR /app
# Group 0, so that OpenShift may replace the user by any other.
USER 65532:0
VOLUME /data
EXPOSE 8100
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8100) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1: it handles SIGTERM itself and starts no process.
ENTRYPOINT ["/nodejs/bin/node", "/app/dist/cli.js"]
