// `npm test`: all checks. Ends with a line `N passed, N failed`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { findBrowser } from './browser.mjs'
import { buildSite } from './builds/build-site.mjs'
import { canaries } from './canaries.mjs'
import { announce, bin, run } from './commands.mjs'
import { findPostgresql } from './database/find-postgresql.mjs'
import { findProgram } from './debian.mjs'
import { findFirefox } from './find-firefox.mjs'
import { prepareLook } from './look/prepare.mjs'
import { setUp } from './setup.mjs'
import { installTools } from './tools/install.mjs'
import { mutated } from './tools/stryker.config.mjs'

// The tests are about the default company, whatever .env says.
Object.assign(process.env, parseEnv(readFileSync('.env.example', 'utf8')))
process.env.APP_SECRET = 'only-for-tests-0123456789-0123456789'
process.env.NEXT_TELEMETRY_DISABLED = '1'

const results = '.cache/results'
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

await setUp()
await prepareLook()
await installTools()

const suites = {
  async check() {
    await check('Copy (npm run copy)', process.execPath, ['--import', 'tsx', 'scripts/copy.ts'])
    await check('Linter', bin('biome'), ['check', '--error-on-warnings'])
    await suites.types()
    await check('Unused code and dependencies', bin('knip'), ['--no-progress'])
  },
  async types() {
    await check('Generated types', bin('next'), ['typegen'])
    await check('Types', bin('tsc'), ['--noEmit'])
  },
  async unit(args = []) {
    await fetchPostgresql()
    await check('Unit and integration tests', bin('vitest'), ['run', ...args])
  },
  async e2e(args = []) {
    process.env.CHROMIUM_PATH = await findBrowser()
    await fetchPostgresql()
    await fetchFirefox()
    for (const name of ['nginx', 'caddy']) process.env[`${name.toUpperCase()}_PATH`] = await findProxy(name)
    Object.assign(process.env, canaries)
    await buildSite()
    for (const name of Object.keys(canaries)) delete process.env[name]
    await check('Tests in the browser', bin('playwright'), ['test', ...args])
  },
  async firefox(args = []) {
    process.env.TEST_FIREFOX = 'whole'
    await fetchFirefox()
    await buildSite()
    await check('Tests in Firefox', bin('playwright'), ['test', 'tests/e2e/firefox.spec.ts', ...args])
  },
  async mutation(subjects = []) {
    for (const subject of subjects.length > 0 ? subjects : Object.keys(mutated)) {
      process.env.MUTATED = subject
      await check(`Mutation tests of lib/${subject}`, 'scripts/tools/node_modules/.bin/stryker', [
        'run',
        'scripts/tools/stryker.config.mjs',
      ])
    }
  },
}

async function findProxy(name) {
  const path = await findProgram(name)
  if (!path) announce(`No ${name}, and its Debian package cannot be had: the tests with it are skipped.`)
  return path ?? ''
}

async function fetchPostgresql() {
  if (await findPostgresql()) return
  announce('No PostgreSQL, and its Debian packages cannot be had: the tests with it are skipped.')
}

async function fetchFirefox() {
  if (await findFirefox()) return
  announce('No Firefox, and its Debian package cannot be had: the tests with it are skipped.')
}

const counts = { passed: 0, failed: 0 }
// What failed is said again at the end: a log may be kept in part.
const failures = []
const [suite, ...args] = process.argv.slice(2)
if (suite) await suites[suite](args)
else for (const each of [suites.check, suites.unit, suites.e2e]) await each()

for (const failure of failures) console.log(failure)
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 ? 1 : 0

async function check(name, command, args) {
  announce(name)
  const failed = (await run(command, args)) !== 0
  const tests = readCounts(command)
  counts.passed += tests ? tests.passed : Number(!failed)
  counts.failed += Math.max(tests?.failed ?? 0, Number(failed))
  failures.push(...(tests?.failures ?? []))
}

// A runner that ends without a report counts as one failure.
function readCounts(command) {
  const read = (file) => JSON.parse(readFileSync(`${results}/${file}`, 'utf8'))
  try {
    if (command === bin('vitest')) {
      const { numPassedTests, numFailedTests, testResults } = read('vitest.json')
      const failed = testResults.flatMap(({ assertionResults }) =>
        assertionResults.filter((test) => test.status === 'failed'),
      )
      const failures = failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]}`)
      return { passed: numPassedTests, failed: numFailedTests, failures }
    }
    if (command === bin('playwright')) {
      const { stats, suites } = read('playwright.json')
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures: suites.flatMap(failuresOf) }
    }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function failuresOf({ suites = [], specs = [] }) {
  const failed = specs.filter(({ ok }) => !ok)
  const errors = ({ tests }) => tests[0].results[0].errors.map(({ message }) => message).join('\n')
  return [...failed.map((spec) => `${spec.file} › ${spec.title}: ${errors(spec)}`), ...suites.flatMap(failuresOf)]
}
