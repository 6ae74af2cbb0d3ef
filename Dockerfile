# The site as a container: what `npm run package` makes, Node, and nothing else (docs/deployment.md).
#   docker build --build-arg SITE_URL=https://site.example --tag site .
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
# The settings that pages are made with.
ARG SITE_URL NOINDEX SHARE_IMAGE_URL SITE_BRAND SITE_PRODUCT SITE_PHONE_NORTH_AMERICA SITE_PHONE_WORLDWIDE
ARG SITE_FOUNDED SITE_EMAIL SITE_OFFICES SITE_SHOP_URL SITE_PRICES_URL SITE_PRIVACY_URL SITE_TERMS_URL
ARG SITE_TAG_MANAGER_URL
RUN npm run package -- --to /package

FROM node:24-bookworm-slim
COPY --from=build /package /site
RUN mkdir --mode=700 /data && chown 1000:1000 /data
ENV PORT=3000 DATABASE_URL=file:/data/site.db
WORKDIR /site
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "commands/health.mjs"]
CMD ["node", "start.mjs"]
