import { defineConfig } from '@playwright/test'
import { launchOptions } from './tests/support/browser'
import { builtFolder } from './tests/support/built'
import { serverEnvironment, sharedPort } from './tests/support/server'

// For the workers and the servers they start.
process.env.TEST_BUILD = builtFolder

// Begun first: each goes on for one or two minutes on one worker, while the others would have nothing left to do.
const long = ['add-language', 'preview'].map((name) => `**/${name}.spec.ts`)

// What editors use: each starts a development server of its own, for minutes (`npm run test:editor`).
const editor = ['copy-preview', 'edit', 'edit-states'].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  projects: [
    { name: 'long', testMatch: long },
    { name: 'short', testIgnore: [...long, ...editor] },
    ...(process.env.TEST_EDITOR ? [{ name: 'editor', testMatch: editor }] : []),
  ],
  // One more than a small machine has cores: half of a test is waiting for what it has started.
  workers: 3,
  // A busy machine is no failure.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['./tests/support/playwright-results.ts']],
  outputDir: '.cache/playwright',
  use: {
    baseURL: `http://localhost:${sharedPort}`,
    locale: 'en-US',
    launchOptions,
  },
  webServer: {
    command: 'node scripts/start.mjs',
    url: `http://localhost:${sharedPort}/api/email`,
    env: serverEnvironment(undefined, sharedPort),
    stdout: 'ignore',
    timeout: 120_000,
  },
})
