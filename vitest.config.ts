import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { locatePostgresql } from './tests/support/programs'
import { vitestResults } from './tests/support/vitest-results'

const files = (...names: string[]) => names.map((name) => `tests/unit/${name}.test.ts`)

// Functions without a database, settings or other state: they share workers and loaded modules.
const pure = files(
  'address',
  'assistant-{answers,catalog,clients,languages,leads,memory,quality,refusals,words}',
  'attestations-{operators,pages,schema,shown}',
  'cache-policy',
  'chatbot-training',
  'page-policy',
  'request',
  'routing',
  'styles',
  'with-time-limit',
)

// Takes minutes: `npm run test:all`.
const editor = files('editor', 'editor-proposal')

// A store behaves the same on both engines: these files run once on each.
const contract = files(
  'attestations-{api,authorisation,history,log,operators}',
  'chat-leads',
  'chatbot-api',
  'contact-{api,limits}',
  'database',
  'digest',
  'leads{,-console}',
  'retention',
)

const onlyPostgresql = files('postgresql*')

const projects: TestProjectInlineConfiguration['test'][] = [
  { name: 'pure', include: pure, isolate: false },
  {
    name: 'sqlite',
    include: files('*'),
    exclude: [...pure, ...editor, ...onlyPostgresql],
    globalSetup: 'tests/support/template.ts',
  },
  { name: 'editor', include: editor },
  { name: 'postgresql', include: [...contract, ...onlyPostgresql], globalSetup: 'tests/support/template.ts' },
]

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    projects: projects
      // Mutations are of logic that knows no engine.
      .filter((project) => project?.name !== 'postgresql' || (locatePostgresql() && !process.env.MUTATED))
      .map((test) => ({ extends: true, test: { setupFiles: 'tests/support/worker.ts', ...test } })),
    pool: 'forks',
    maxWorkers: 2,
    // A busy machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', vitestResults],
  },
})
