# One image for every process; docker-compose.yml says which of them runs. The web and the processes that run for long are
# built (rolldown.server.ts); the other commands run from TypeScript as it is.
# docker-compose.yml can name it by its digest.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/domain/package.json packages/domain/
COPY packages/contract/package.json packages/contract/
COPY packages/retailers/package.json packages/retailers/
COPY packages/engine/package.json packages/engine/
COPY packages/sandbox/package.json packages/sandbox/
COPY db/package.json db/
COPY bff/package.json bff/
COPY web/package.json web/
COPY bot/package.json bot/
COPY cli/package.json cli/
COPY test/e2e/package.json test/e2e/
COPY test/bench/package.json test/bench/

FROM packages AS web
RUN npm ci -w web --loglevel=error
COPY tsconfig.base.json ./
COPY packages/domain packages/domain
COPY packages/contract packages/contract
COPY web web
RUN npm run build -w web --loglevel=error -- --logLevel warn

FROM packages AS processes
RUN npm ci --include-workspace-root -w packages/engine -w bff -w bot --loglevel=error
COPY tsconfig.base.json rolldown.server.ts ./
COPY packages packages
COPY db db
COPY bff bff
COPY bot bot
RUN npm run build -w packages/engine -w bff -w bot --loglevel=error

FROM packages AS production
RUN npm ci --omit=dev -w packages/engine -w bff -w bot --loglevel=error \
	# npm links every package that a development dependency names; the sandbox is not in the image.
	&& rm -r node_modules/@dropwire/sandbox packages/sandbox web cli test

FROM ${NODE_IMAGE}
# What is mounted there is the user's, too: a new volume is made like the folder that it covers.
RUN install -d -o node -g node /data
WORKDIR /app
COPY --from=production /app ./
COPY packages/domain packages/domain
COPY packages/contract packages/contract
COPY packages/retailers packages/retailers
COPY packages/engine packages/engine
COPY db db
COPY bff bff
COPY bot bot
COPY --from=web /app/web/dist web/dist
COPY --from=processes /app/packages/engine/dist packages/engine/dist
COPY --from=processes /app/bff/dist bff/dist
COPY --from=processes /app/bot/dist bot/dist
# The memory of answers that were read goes back to the system: docs/operations.md, "Memory".
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536
USER node
CMD ["node", "bff/dist/main.js"]
