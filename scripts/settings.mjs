// Plain JavaScript, as commands need these before the packages are installed; everything else comes from lib/env.ts.

export function readSettings() {
  const { CHROMIUM_PATH, CRASHES, DEMO_FILE, HOST, HOSTNAME, PATH, PORT, SITE_URL, npm_lifecycle_script } = process.env
  return { CHROMIUM_PATH, CRASHES, DEMO_FILE, HOST, HOSTNAME, PATH, PORT, SITE_URL, npm_lifecycle_script }
}
