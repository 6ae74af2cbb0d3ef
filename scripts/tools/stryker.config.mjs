// `npm run test:mutation`: changes the logic of a folder of lib/ in one place at a time, and sees whether a test fails.

/** The folders of lib/ that are mutated, and the files of tests/unit that run them; few of those start a process. */
export const mutated = {
  leads: [
    'contact-{api,daily-limit,flood,form-post,limits,operators,replays}',
    'delivery*',
    'lead-fields',
    'leads',
    'leads-chat',
    'outbox-*',
    'quarantine-digest',
    'spam-score',
  ],
  outbox: ['outbox-*', 'delivery', 'quarantine-digest'],
  attestations: ['attestations-{api,feeds,history,schema,series}'],
  operator: ['attestations-{authorisation,operators}', 'security-matrix'],
  http: ['api-table', 'cache-policy', 'client-address', 'handler', 'http', 'leads'],
  'chatbot/engine': ['chatbot-{api,engine,training}'],
}

const subject = process.env.MUTATED ?? ''

export default {
  // What runs in the browser has its tests there; the reports of the demonstration are made up.
  mutate: [`lib/${subject}/**/*.ts`, '!lib/**/{browser,generated}/**', '!lib/attestations/demo.ts'],
  testFiles: mutated[subject]?.map((name) => `tests/unit/${name}.test.ts`),
  testRunner: 'vitest',
  vitest: { related: false },
  // Stryker would rewrite the compiler's settings with its programming interface, which TypeScript 7 lacks.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  // A constant is read once, when its file is loaded: such a mutant costs a run of all tests.
  ignoreStatic: true,
  mutator: {
    // Texts and codes, and which members an object has: the compiler and the API's own schemas hold those.
    excludedMutations: ['StringLiteral', 'ObjectLiteral'],
  },
  timeoutMS: 20_000,
  timeoutFactor: 3,
  thresholds: { high: 95, low: 85, break: 85 },
  tempDirName: '.cache/mutation/sandbox',
  ignorePatterns: ['.cache', '.env', '.next-demo', 'data', 'public', 'test-results', 'tests/e2e'],
  reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
  clearTextReporter: { allowEmojis: false, reportTests: false },
  htmlReporter: { fileName: `.cache/mutation/${subject}.html` },
  jsonReporter: { fileName: `.cache/mutation/${subject}.json` },
}
