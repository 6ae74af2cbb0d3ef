// `npm run test:mutation` changes one place of a folder in lib/ at a time, and
// checks that a test fails.
import { fileURLToPath } from 'node:url'

/**
 * The mutated folders of lib/, and the files of tests/unit that test them most
 * directly.
 */
export const mutated = {
  leads: [
    'contact-{api,card,form-post,limits}',
    'delivery',
    'digest',
    'integrations',
    'lead-changes',
    'leads',
    'leads-console',
    'retention',
    'sales-mail',
  ],
  outbox: ['delivery', 'integrations', 'sales-mail', 'stopping'],
  attestations: [
    'attestations-{api,authorization,console,feeds,files,four-eyes,list,log,schema}',
  ],
  operator: [
    'attestations-{authorization,console}',
    'console',
    'leads-console',
    'operator-{audit,passkeys,roles}',
    'security-matrix',
  ],
  http: [
    'contact-{api,limits}',
    'http',
    'leads-console',
    'openapi',
    'security-{matrix,properties}',
  ],
  'chatbot/classifier': [
    'assistant-{answers,conversation,shares}',
    'chatbot-training',
  ],
}

// Excludes browser code, the demo's reports, and the assistant's knowledge,
// training and word processing, because each mutation there changes many
// answers slightly. `npm run eval:assistant` measures those.
const left = [
  '**/{browser,generated}/**',
  'attestations/demo.ts',
  'chatbot/classifier/{classifier,facts,knowledge,lexicon,sections,spelling,training,words}.ts',
]

// Accepts these survivors: - `?.`, `??` and `if` on values that always exist,
// which the compiler requires - `<` for `<=` in comparisons of milliseconds or
// likelihoods - patterns and limits that are computed when a file is loaded -
// timers that only let a process end sooner - the order of events in
// attestations/report-store.ts, which SQLite happens to keep - upper for lower
// case in leads/spam-score.ts
const subject = process.env.MUTATED ?? ''

export default {
  mutate: [`lib/${subject}/**/*.ts`, ...left.map((path) => `!lib/${path}`)],
  testFiles: mutated[subject]?.map((name) => `tests/unit/${name}.test.ts`),
  testRunner: 'vitest',
  vitest: { related: false },
  // Stryker would rewrite the settings through TypeScript's API, which version
  // 7 lacks.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  // Ignores static mutants, because each would need a run of all tests.
  ignoreStatic: true,
  appendPlugins: [
    fileURLToPath(new URL('ignore-load-time.mjs', import.meta.url)),
  ],
  ignorers: ['load-time'],
  mutator: {
    // Leaves out mutations of texts, codes and object members, which the
    // compiler and the API's schemas check.
    excludedMutations: ['StringLiteral', 'ObjectLiteral'],
  },
  timeoutMS: 20_000,
  timeoutFactor: 3,
  thresholds: { high: 95, low: 85, break: 85 },
  tempDirName: '.cache/mutation/sandbox',
  ignorePatterns: [
    '.cache/*',
    '!.cache/look',
    '.env',
    '.build',
    'data',
    'public',
    'test-results',
    'tests/e2e',
  ],
  reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
  clearTextReporter: { allowEmojis: false, reportTests: false },
  htmlReporter: { fileName: `.cache/mutation/${subject}.html` },
  jsonReporter: { fileName: `.cache/mutation/${subject}.json` },
}
