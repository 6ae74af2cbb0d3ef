const { CHROMIUM_PATH = '/usr/bin/chromium', HEADLESS_SHELL_PATH } = process.env

/**
 * Starts the headless shell of the browser, or the whole browser without one.
 */
export const launchOptions = {
  executablePath: HEADLESS_SHELL_PATH || CHROMIUM_PATH,
  // Disables everything that makes the browser call home, and the sandbox,
  // because it needs privileges that containers seldom grant.
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/**
 * Starts the whole browser, for features that the shell lacks, such as the
 * back/forward cache.
 */
export const wholeBrowser = { ...launchOptions, executablePath: CHROMIUM_PATH }
