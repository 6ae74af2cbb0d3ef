# The site as a container: the folder that `npm run package` makes, with Node and nothing else (docs/deployment.md).
# Settings of the pages (SITE_…) are part of the build:
#   docker build --build-arg SITE_URL=https://site.example --tag site .
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY . .
ARG SITE_URL
ARG NOINDEX
RUN npm run package -- --to /package

FROM node:24-bookworm-slim
ENV DATABASE_URL=file:/data/site.db PORT=3000
COPY --from=build /package /site
RUN mkdir --mode=700 /data && chown 1000:1000 /data
USER 1000:1000
WORKDIR /site
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "commands/health.mjs"]
CMD ["node", "start.mjs"]
