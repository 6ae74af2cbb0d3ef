import { existsSync } from 'node:fs'
import {
  defineConfig,
  type TestProjectInlineConfiguration,
} from 'vitest/config'
import { locatePostgresql } from './tests/support/programs'

const files = (...names: string[]) =>
  names.map((name) => `tests/unit/${name}.test.ts`)

// Tests of functions without a database, settings or other state, which share
// workers and loaded modules.
const pure = files(
  'address',
  'assistant-answers',
  'attestations-schema',
  'cache-policy',
  'chat-window',
  'chatbot-training',
  'comments',
  'content-dates',
  'copy',
  'database-address',
  'dependencies',
  'editor-stated',
  'editor-typography',
  'fetch-text',
  'lead-texts',
  'office-days',
  'office-hours',
  'page-policy',
  'preconditions',
  'prisma-internals',
  'private-networks',
  'request',
  'request-body',
  'routing',
  'styles',
  'text-files',
  'typed-text',
  'with-time-limit',
)

// Only in `npm run test:all`, because these run commands, mostly in copies of
// the project, or ask the assistant thousands of questions, which takes minutes.
const slow = files(
  'assistant-shares',
  'brand-facts',
  'clone',
  'copy-command',
  'copy-site',
  'doctor',
  'draft-language',
  'editor',
  'editor-proposal',
  'translator-files',
)

// These files run once on each engine, because a store must behave the same on
// both.
const contract = files(
  'attestations-api',
  'attestations-authorization',
  'attestations-feeds',
  'attestations-files',
  'attestations-four-eyes',
  'attestations-log',
  'chain',
  'chatbot-api',
  'contact-api',
  'contact-card',
  'contact-form-post',
  'contact-limits',
  'database',
  'digest',
  'invisible-text',
  'lead-actions',
  'lead-changes',
  'lead-form',
  'lead-list',
  'lead-search',
  'lead-transcript',
  'leads',
  'leads-console',
  'leads-csv',
  'operator-audit',
  'retention',
  'wild-requests',
)
for (const file of [...pure, ...slow, ...contract])
  if (!existsSync(file))
    throw new Error(`${file} is gone: correct vitest.config.ts.`)

const onlyPostgresql = files('postgresql*')

const projects: TestProjectInlineConfiguration['test'][] = [
  // Stryker switches a mutant on when a worker starts.
  { name: 'pure', include: pure, isolate: Boolean(process.env.MUTATED) },
  {
    name: 'sqlite',
    include: files('*'),
    exclude: [...pure, ...slow, ...onlyPostgresql],
    globalSetup: 'tests/support/template.ts',
  },
  { name: 'slow', include: slow, globalSetup: 'tests/support/template.ts' },
  {
    name: 'postgresql',
    include: [...contract, ...onlyPostgresql],
    globalSetup: 'tests/support/template.ts',
  },
]

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    projects: projects
      // Leaves PostgreSQL out of mutation tests, because the mutated code does
      // not depend on the engine.
      .filter(
        (project) =>
          project?.name !== 'postgresql' ||
          (locatePostgresql() && !process.env.MUTATED),
      )
      .map((test) => ({
        extends: true,
        test: { setupFiles: 'tests/support/worker.ts', ...test },
      })),
    pool: 'forks',
    // Starts one more worker than a small machine has cores, because a test often
    // waits for a lock or a time limit.
    maxWorkers: 3,
    // Allows for a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: [
      'default',
      ['junit', { outputFile: '.cache/results/vitest.xml' }],
    ],
  },
})
