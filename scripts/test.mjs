// `npm test`: all checks. Ends with a line `N passed, N failed`.
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { parseEnv } from 'node:util'
import { findBrowser } from './browser.mjs'
import { canaries } from './canaries.mjs'
import { announce, bin, fail, run } from './commands.mjs'
import { findPostgresql } from './database/find-postgresql.mjs'
import { findProgram } from './debian.mjs'
import { findFirefox } from './find-firefox.mjs'
import { fetchHeadlessShell, findHeadlessShell } from './headless-shell.mjs'
import { prepareLook } from './look/prepare.mjs'
import { chooseNode, setUp } from './setup.mjs'
import { installTools } from './tools/install.mjs'
import { mutated } from './tools/stryker.config.mjs'

// The tests are about the default company, whatever .env says.
Object.assign(process.env, parseEnv(readFileSync('.env.example', 'utf8')))
process.env.APP_SECRET = 'only-for-tests-0123456789-0123456789'
process.env.NEXT_TELEMETRY_DISABLED = '1'

const results = '.cache/results'
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

// What a change of texts alone may break beside the copy check: what the assistant finds and says, what search engines and
// mails are told, disclosures, and what may be added. The others are about the code.
const textTests = [
  ...['answers', 'catalog', 'languages', 'quality', 'refusals', 'words'].map((name) => `assistant-${name}`),
  'catalogs',
  'chatbot-training',
  'copy-entry',
  'disclosures',
  'sales-mail',
  'seo',
  'testimonial',
]

const [suite, ...args] = process.argv.slice(2)
let passed = 0
// Said again at the end: a log may be kept in part.
const failures = []
let logs = 0
let site

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
  async texts() {
    await check('Copy (npm run copy)', process.execPath, ['--import', 'tsx', 'scripts/copy.ts'])
    const files = textTests.map((name) => `tests/unit/${name}`)
    await test('Tests of the texts', bin('vitest'), ['run', '--project', 'sqlite', ...files])
  },
  async unit(args = []) {
    await fetchPostgresql()
    await test('Unit and integration tests', bin('vitest'), ['run', ...args])
  },
  async e2e(args = []) {
    const browser = await findBrowser()
    const shell = (await findHeadlessShell(browser)) ?? ''
    Object.assign(process.env, await fetchPrograms(), { CHROMIUM_PATH: browser, HEADLESS_SHELL_PATH: shell })
    await build()
    await test('Tests in the browser', bin('playwright'), ['test', ...args])
  },
  async firefox(args = []) {
    process.env.TEST_FIREFOX = 'whole'
    await fetchFirefox()
    await build()
    await test('Tests in Firefox', bin('playwright'), ['test', 'tests/e2e/firefox.spec.ts', ...args])
  },
  async editor(args = []) {
    process.env.TEST_EDITOR = 'yes'
    await suites.e2e(['--project=editor', ...args])
  },
  async mutation(subjects = []) {
    for (const subject of subjects.length > 0 ? subjects : Object.keys(mutated)) {
      process.env.MUTATED = subject
      await test(`Mutation tests of lib/${subject}`, 'scripts/tools/node_modules/.bin/stryker', [
        'run',
        'scripts/tools/stryker.config.mjs',
      ])
    }
  },
}

await chooseNode()
if (suite) {
  await installTools()
  await setUp(prepareLook)
  await suites[suite](args)
} else await runAll()

for (const failure of failures) console.log(failure)
console.log(`${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length > 0 ? 1 : 0

// What waits for the network or has one thread is done beside what needs its result later: on two cores this takes two
// minutes less.
async function runAll() {
  const tools = installTools()
  const programs = fetchPrograms()
  await setUp(async () => {
    await Promise.all([prepareLook(), tools])
    await suites.check()
  })
  await programs
  build()
  await suites.unit()
  await suites.e2e()
}

async function fetchPrograms() {
  await fetchPostgresql()
  await fetchFirefox()
  await fetchHeadlessShell()
  return { NGINX_PATH: await fetchProxy('nginx'), CADDY_PATH: await fetchProxy('caddy') }
}

async function fetchProxy(name) {
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

function build() {
  site ??= buildSite()
  return site
}

async function buildSite() {
  const { failed, output } = await runQuietly(process.execPath, ['scripts/build.mjs'], canaries)
  if (failed) fail(`${output}The site could not be built.`)
}

async function check(name, command, args) {
  const { failed, output } = await runQuietly(command, args)
  announce(name)
  process.stdout.write(output)
  if (failed) failures.push(`${name}: ${output}`)
  else passed++
}

/** What the command prints is shown when it has ended: others may print meanwhile. */
async function runQuietly(command, args, environment = {}) {
  const file = `${results}/${++logs}.log`
  const log = openSync(file, 'a')
  const failed = (await run(command, args, environment, log, log)) !== 0
  closeSync(log)
  return { failed, output: readFileSync(file, 'utf8') }
}

async function test(name, command, args) {
  announce(name)
  const failed = (await run(command, args)) !== 0
  const file = `${results}/${basename(command)}.json`
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: Number(!failed), failures: [] }
  passed += report.passed
  failures.push(...report.failures)
  if (failed && report.failures.length === 0) failures.push(`${name}: ended with an error.`)
}
