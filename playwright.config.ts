import { defineConfig } from '@playwright/test'
import { launchOptions } from './tests/support/browser'
import { serverEnvironment, sharedPort } from './tests/support/server'

// Only in `npm run test:all`, because these need another build, another engine,
// or most of a minute. Longest first.
const slowSpecs = [
  'add-language',
  'brands',
  'edit-proposals',
  'edit-opening',
  'edit-conflicts',
  'edit-entries',
  'edit-saving',
  'edit-translations',
  'edit-layout',
  'edit-restart',
  'preview',
  'preview-branch',
  'faults',
  'process',
  'several-processes',
  'proxies',
  'deploy',
  'translations',
  'validators',
  'firefox',
  'backup',
  'instructions',
  'attestations-archive',
  'live-supply',
  'server-limits',
].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  projects: [
    ...(process.env.TEST_ALL ? [{ name: 'all', testMatch: slowSpecs }] : []),
    { name: 'usual', testIgnore: slowSpecs },
  ],
  // Starts one more worker than a small machine has cores, because a test
  // spends half its time waiting for the processes it starts.
  workers: 3,
  // Allows for a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Only for browsers that stop drawing: see tests/support/second-attempts.ts.
  retries: 1,
  reporter: [
    ['line'],
    ['./tests/support/second-attempts.ts'],
    ['junit', { outputFile: '.cache/results/playwright.xml' }],
  ],
  outputDir: '.cache/playwright',
  use: {
    baseURL: `http://localhost:${sharedPort}`,
    locale: 'en-US',
    launchOptions,
  },
  webServer: {
    command: 'node scripts/run.mjs start',
    url: `http://localhost:${sharedPort}/api/email`,
    env: serverEnvironment(undefined, sharedPort),
    stdout: 'ignore',
    timeout: 120_000,
  },
})
