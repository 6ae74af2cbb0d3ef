# The site as a container: what `npm run package` makes, Node, and nothing else (docs/deployment.md).
#   docker build --build-arg SITE_URL=https://site.example --target site --tag site .
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
# The settings that pages are made with.
ARG SITE_URL NOINDEX SHARE_IMAGE_URL BRAND SITE_BRAND SITE_PRODUCT SITE_PHONE_NORTH_AMERICA SITE_PHONE_WORLDWIDE
ARG SITE_FOUNDED SITE_EMAIL SITE_OFFICES SITE_SHOP_URL SITE_PRICES_URL SITE_PRIVACY_URL SITE_TERMS_URL
ARG SITE_TAG_MANAGER_URL
RUN npm run package -- --to /srv/site/current

# nginx, with what this build tells it: pages and files without a way through Node.
FROM nginx:1.26-bookworm AS front
COPY --from=build /srv/site/current/.builds /srv/site/current/.builds
COPY deploy/nginx.conf /etc/nginx/conf.d/default.conf
RUN sed --in-place 's#/var/log/nginx/site.log#/dev/stdout#' /etc/nginx/conf.d/default.conf

FROM node:24-bookworm-slim AS site
COPY --from=build /srv/site/current /srv/site/current
RUN mkdir --mode=700 /srv/site/data && chown 1000:1000 /srv/site/data
ENV PORT=3000 DATABASE_URL=file:/srv/site/data/site.db
WORKDIR /srv/site/current
USER 1000:1000
VOLUME /srv/site/data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "commands/health.mjs"]
CMD ["node", "start.mjs"]
