// Plain JavaScript, as commands need these before the packages are installed; everything else comes from lib/env.ts.

export function readSettings() {
  const { APP_SECRET, BRAND, CHROMIUM_PATH, CI, CRASHES, DEMO_FILE, HOST, HOSTNAME, NODE_EXTRA_CA_CERTS, PATH } =
    process.env
  const { PORT, SITE_URL, npm_lifecycle_script } = process.env
  const places = { HOST, HOSTNAME, PORT, SITE_URL }
  return {
    ...places,
    APP_SECRET,
    BRAND,
    CHROMIUM_PATH,
    CI,
    CRASHES,
    DEMO_FILE,
    NODE_EXTRA_CA_CERTS,
    PATH,
    npm_lifecycle_script,
  }
}

const ofBuild = /^(BRAND|SITE_\w+|NOINDEX|SHARE_IMAGE_URL|DEMO)$/

/**
 * The settings that pages are built with: brand, addresses, whether it is a demonstration.
 * @param {Record<string, string | undefined>} environment
 */
export function readBuildSettings(environment = process.env) {
  return Object.fromEntries(Object.entries(environment).filter(isOfBuild).sort())
}

function isOfBuild([name, value]) {
  return ofBuild.test(name) && value !== ''
}
