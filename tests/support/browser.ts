const { CHROMIUM_PATH = '/usr/bin/chromium', HEADLESS_SHELL_PATH } = process.env

/**
 * Starts the browser's headless shell or, if there is none, the full browser.
 */
export const launchOptions = {
  executablePath: HEADLESS_SHELL_PATH || CHROMIUM_PATH,
  // Disables everything that makes the browser call home, and also the sandbox,
  // because that needs privileges that containers seldom grant.
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
 * Starts the full browser, for features that the shell lacks, such as the
 * back/forward cache.
 */
export const wholeBrowser = { ...launchOptions, executablePath: CHROMIUM_PATH }
