# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-bookworm-slim AS client
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY prisma prisma
COPY prisma.config.ts ./
RUN npm run generate

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 XDG_CACHE_HOME=/tmp
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
USER node
ENTRYPOINT ["node", "--max-semi-space-size=8"]
CMD ["api/main.ts"]
