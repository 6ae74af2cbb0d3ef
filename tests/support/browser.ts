const { CHROMIUM_PATH = '/usr/bin/chromium', HEADLESS_SHELL_PATH } = process.env

/** How the tests start the browser: its headless shell, where there is one. */
export const launchOptions = {
  executablePath: HEADLESS_SHELL_PATH || CHROMIUM_PATH,
  // The sandbox needs rights that containers seldom give; the others keep the browser from calling home.
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

/** The same for what the shell lacks, such as a cache of the pages that one may go back to. */
export const wholeBrowser = { ...launchOptions, executablePath: CHROMIUM_PATH }
