# docker build --build-arg SITE_URL=https://site.example --tag site . (docs/operations.md)
FROM node:24-slim AS build
WORKDIR /build
COPY . .
# The settings that pages are built with.
ARG SITE_URL BRAND SITE_FACTS NOINDEX SHARE_IMAGE_URL SITE_TAG_MANAGER_URL CHATBOT_MODEL_PROVIDER LEADS_CONTEXT
RUN npm run package -- --to /srv/site/current

FROM node:24-slim
COPY --from=build /srv/site/current /srv/site/current
# Some platforms run images as an arbitrary user in group 0.
RUN install --directory --owner=node --group=root --mode=770 /srv/site/data
# Mails and pages that are rendered later need the same settings.
ARG SITE_URL BRAND SITE_FACTS NOINDEX SHARE_IMAGE_URL SITE_TAG_MANAGER_URL CHATBOT_MODEL_PROVIDER LEADS_CONTEXT
ENV SITE_URL=$SITE_URL BRAND=$BRAND SITE_FACTS=$SITE_FACTS NOINDEX=$NOINDEX SHARE_IMAGE_URL=$SHARE_IMAGE_URL \
  SITE_TAG_MANAGER_URL=$SITE_TAG_MANAGER_URL CHATBOT_MODEL_PROVIDER=$CHATBOT_MODEL_PROVIDER LEADS_CONTEXT=$LEADS_CONTEXT
ENV NODE_ENV=production DATABASE_URL=file:/srv/site/data/site.db
WORKDIR /srv/site/current
USER node
VOLUME /srv/site/data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["npm", "start"]
