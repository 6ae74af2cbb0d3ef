// `npm run test:mutation`: changes a folder of lib/ in one place at a time, and sees whether a test fails.
import { fileURLToPath } from 'node:url'

/** The mutated folders of lib/, and the files of tests/unit that test them most directly. */
export const mutated = {
  leads: [
    'chat-leads',
    'contact-{api,limits}',
    'delivery',
    'digest',
    'integrations',
    'leads',
    'leads-console',
    'retention',
    'sales-mail',
  ],
  outbox: ['delivery', 'integrations', 'sales-mail', 'stopping'],
  attestations: [
    'attestations-{api,authorisation,console,feeds,files,list,log,schema}',
  ],
  operator: [
    'attestations-{authorisation,console}',
    'console',
    'leads-console',
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
    'assistant-{answers,conversation}',
    'chatbot-training',
  ],
}

// Left out: browser code, the demonstration's reports, and what the assistant knows, how it learns and how it takes words
// apart, which `npm run eval:assistant` measures: each changes many answers a little.
const left = [
  '**/{browser,generated}/**',
  'attestations/demo.ts',
  'chatbot/classifier/{classifier,facts,knowledge,lexicon,sections,spelling,training,words}.ts',
]

// Accepted survivors: `?.`, `??` and `if` on what always exists, which the compiler asks for; `<` for `<=` beside a clock's
// milliseconds or a likelihood; patterns and limits that are made when a file is loaded; timers that only let a process
// end sooner; attestations/signed-in.ts, which needs a request of Next; the order of events in attestations/store.ts,
// which SQLite happens to keep; upper for lower case in leads/spam-score.ts.
const subject = process.env.MUTATED ?? ''

export default {
  mutate: [`lib/${subject}/**/*.ts`, ...left.map((path) => `!lib/${path}`)],
  testFiles: mutated[subject]?.map((name) => `tests/unit/${name}.test.ts`),
  testRunner: 'vitest',
  vitest: { related: false },
  // Stryker would rewrite the settings through TypeScript's API, which version 7 lacks.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  // A static mutant needs a run of all tests.
  ignoreStatic: true,
  appendPlugins: [
    fileURLToPath(new URL('ignore-load-time.mjs', import.meta.url)),
  ],
  ignorers: ['load-time'],
  mutator: {
    // The compiler and the API's schemas cover texts, codes and object members.
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
