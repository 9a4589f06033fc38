FROM node:24-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY db/package.json db/
COPY engine/package.json engine/
COPY bff/package.json bff/
COPY sandbox/package.json sandbox/
COPY web/package.json web/
COPY bot/package.json bot/
COPY cli/package.json cli/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm ci --loglevel=error
COPY . .
RUN npm run build -w web && npm prune --omit=dev && chown -R node:node /app
USER node
CMD ["node", "bff/src/main.ts"]
