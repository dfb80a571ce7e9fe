# Image for machines without Node.js: npm run build, then docker build -t sunset-lint .
# To scan a folder: docker run --rm --network none -v "$PWD:/src:ro" sunset-lint scan
FROM node:24-bookworm-slim AS install
WORKDIR /package
COPY package.json LICENSE README.md ./
COPY dist ./dist
COPY rules ./rules
RUN npm pack --ignore-scripts --loglevel=error
RUN npm install --prefix /app --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund --loglevel=error /package/sunset-lint-*.tgz

FROM gcr.io/distroless/nodejs24-debian13:nonroot
COPY --from=install /app /app
WORKDIR /src
USER nonroot
ENTRYPOINT ["/nodejs/bin/node", "/app/node_modules/sunset-lint/dist/program/main.cjs"]
