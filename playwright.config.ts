import { defineConfig } from '@playwright/test'
import { serverEnvironment } from './tests/support/server'

const port = Number(process.env.TEST_PORT ?? 3100)

export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  workers: 2,
  reporter: [['line'], ['json', { outputFile: '.cache/results/playwright.json' }]],
  outputDir: '.cache/playwright',
  use: {
    baseURL: `http://localhost:${port}`,
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
    url: `http://localhost:${port}/api/email`,
    env: serverEnvironment(port),
    stdout: 'ignore',
    timeout: 120_000,
  },
})
