import { defineConfig } from 'vitest/config'
import { locatePostgresql } from './tests/support/programs'
import { vitestResults } from './tests/support/vitest-results'

// What is told of a store holds on both engines: these files run once on each.
const contract = [
  'attestations-{api,authorisation,history,log,operators}',
  'chat-leads',
  'chatbot-api',
  'contact-{api,limits}',
  'database',
  'digest',
  'leads{,-console}',
  'retention',
]

// What only PostgreSQL does.
const ofPostgresql = ['tests/unit/postgresql*.test.ts']

const onSqlite = {
  name: 'sqlite',
  include: ['tests/unit/**/*.test.ts'],
  exclude: ofPostgresql,
}

const onPostgresql = {
  name: 'postgresql',
  include: [...contract.map((file) => `tests/unit/${file}.test.ts`), ...ofPostgresql],
}

// Mutations are of logic that knows no engine.
const engines = locatePostgresql() && !process.env.MUTATED ? [onSqlite, onPostgresql] : [onSqlite]

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    projects: engines.map((engine) => ({
      extends: true,
      test: { ...engine, globalSetup: 'tests/support/template.ts', setupFiles: 'tests/support/worker.ts' },
    })),
    pool: 'forks',
    maxWorkers: 2,
    // A busy machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', vitestResults],
  },
})
