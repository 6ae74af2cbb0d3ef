import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ['tests/unit/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // A busy machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    globalSetup: 'tests/support/template-database.ts',
    setupFiles: ['tests/support/worker.ts'],
    reporters: ['default', 'json'],
    outputFile: { json: '.cache/results/vitest.json' },
  },
})
