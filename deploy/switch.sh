#!/bin/sh
# Puts a built release into service: deploy/switch.sh /srv/site/releases/2026-11-22 (docs/deployment.md).
# Restart, reload and health address may be set: SITE_RESTART, SITE_RELOAD, SITE_HEALTH.
set -eu

site=${SITE_FOLDER:-/srv/site}
release=$(readlink -f "$1")
restart=${SITE_RESTART:-systemctl restart site}
reload=${SITE_RELOAD:-systemctl reload nginx}
health=${SITE_HEALTH:-http://127.0.0.1:3000/readyz}

test -f "$release/.builds/latest/.next/static-site/index.json" || { echo "$release has not been built." >&2; exit 1; }

# A link is replaced in one step: there is always one.
point() {
  ln -sfn "$2" "$site/$1.new"
  mv -T "$site/$1.new" "$site/$1"
}

healthy() {
  for _ in $(seq 60); do
    curl --silent --fail --output /dev/null "$health" && return 0
    sleep 0.5
  done
  return 1
}

former=$(readlink -f "$site/current" || true)
point current "$release"

# Node first: pages that are open already ask the new API anyway, and the new one knows both. The proxy goes on with the
# pages of the release it has loaded until it is told.
$restart
if ! healthy; then
  echo "The new release does not answer: back to $former." >&2
  if [ -n "$former" ]; then point current "$former"; $restart; fi
  exit 1
fi
if [ -n "$former" ] && [ "$former" != "$release" ]; then point previous "$former"; fi
$reload
