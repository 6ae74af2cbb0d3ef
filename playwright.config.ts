import { defineConfig } from '@playwright/test'
import { serverEnvironment, sharedPort } from './tests/support/server'

export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  workers: 2,
  reporter: [['line'], ['json', { outputFile: '.cache/results/playwright.json' }]],
  outputDir: '.cache/playwright',
  use: {
    baseURL: `http://localhost:${sharedPort}`,
    locale: 'en-US',
    // Pages at rest: what moves has tests of its own.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
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
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    url: `http://localhost:${sharedPort}/api/email`,
    env: serverEnvironment(undefined, sharedPort),
    stdout: 'ignore',
    timeout: 120_000,
  },
})
