// `npm test` and its parts; `npm run test:all` adds whatever needs other
// engines, other builds or several minutes. The last line is `N passed, N
// failed`.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { basename } from 'node:path'
import { canaries } from '../tests/support/built'
import {
  fetchEngines,
  findBrowser,
  findHeadlessShell,
  findProgram,
} from '../tests/support/programs'
import { makeRunFolders } from '../tests/support/scratch'
import { announce, bin, fail, run } from './commands'
import { changeSettings } from './settings'
import { assistantTrained, prepareLook } from './setup'
import { makeIfChanged } from './stamps'

const results = '.cache/results'
const tools = 'tests/tools'
// Silences Vite's warning about the imports without file extensions in
// vitest.config.ts.
const quiet = { VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' }
const mutated = [
  'leads',
  'outbox',
  'attestations',
  'operator',
  'http',
  'chatbot/classifier',
]

const [suite = 'usual', ...args] = process.argv.slice(2)
let passed = 0
const isWhole = suite === 'all'
// The failures to print again at the end, because a log may be truncated.
const failures: string[] = []
let logs = 0

const suites: Record<string, () => Promise<void>> = {
  async usual() {
    const [built] = await Promise.all([
      build(),
      // Runs during the build, because it needs the network and the build needs
      // the processor.
      prepareBrowser(),
      checkCode().then(() => testUnits()),
    ])
    if (built) await testInBrowser()
  },
  async all() {
    await fetchEngines()
    changeSettings({
      TEST_ALL: 'yes',
      NGINX_PATH: await findProgram('nginx'),
      CADDY_PATH: await findProgram('caddy'),
    })
    await installTools()
    await suites.usual?.()
    await mutate(mutated)
  },
  check: checkCode,
  unit: () => testUnits(args),
  async e2e() {
    const [built] = await Promise.all([build(), prepareBrowser()])
    if (built) await testInBrowser(args)
  },
  async mutation() {
    await installTools()
    await mutate(args.length > 0 ? args : mutated)
  },
}

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
changeSettings(makeRunFolders())
await prepareLook()
await (
  suites[suite] ??
  (() => fail(`There is no suite ${suite}: ${Object.keys(suites).join(', ')}.`))
)()

for (const failure of failures) console.log(failure)
console.log(`${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length > 0 ? 1 : 0

async function checkCode() {
  // A clone for Windows without .gitattributes has CRLF in every file.
  const lines = readFileSync('package.json').includes('\r\n') ? 'crlf' : 'lf'
  await check('Linter', bin('biome'), [
    'check',
    '--error-on-warnings',
    `--line-ending=${lines}`,
  ])
  await check('Generated types', bin('next'), ['typegen'])
  await check('Types', bin('tsc'), ['--noEmit'])
  await check('Unused code and dependencies', bin('knip'), ['--no-progress'])
  await check('Copy', process.execPath, ['--import', 'tsx', 'scripts/copy.ts'])
}

async function testUnits(given: string[] = []) {
  await assistantTrained()
  const usual =
    given.length > 0
      ? ['--project=!postgresql']
      : ['--project=pure', '--project=sqlite']
  const isChosen = isWhole || given.some((arg) => arg.startsWith('--project'))
  await test('Unit tests', bin('vitest'), [
    'run',
    ...(isChosen ? [] : usual),
    ...given,
  ])
}

async function prepareBrowser() {
  const browser = await findBrowser()
  changeSettings({
    CHROMIUM_PATH: browser,
    HEADLESS_SHELL_PATH: await findHeadlessShell(browser),
  })
}

async function testInBrowser(given: string[] = []) {
  await test('Browser tests', bin('playwright'), ['test', ...given])
}

async function mutate(subjects: string[]) {
  await assistantTrained()
  const stryker = `${tools}/node_modules/.bin/stryker`
  for (const subject of subjects) {
    changeSettings({ MUTATED: subject })
    await test(`Mutation tests of lib/${subject}`, stryker, [
      'run',
      `${tools}/stryker.config.mjs`,
    ])
  }
}

async function build(): Promise<boolean> {
  await assistantTrained()
  return check(
    'Build',
    process.execPath,
    ['--import', 'tsx', 'scripts/build.ts'],
    canaries,
  )
}

/**
 * Installs the tools as a separate package, so that `npm start` does not
 * install them.
 */
async function installTools() {
  await makeIfChanged(
    `${tools}/node_modules/.installed`,
    [`${tools}/package-lock.json`],
    async () => {
      announce('Installing the test tools.')
      const options = ['--ignore-scripts', '--loglevel=error']
      if ((await run('npm', ['ci', '--prefix', tools, ...options])) !== 0)
        fail('Installing the test tools failed: see above.')
    },
  )
}

/**
 * Prints a command's output when it exits, because other commands may be
 * printing at the same time.
 */
async function check(
  name: string,
  command: string,
  given: string[],
  environment = {},
): Promise<boolean> {
  const file = `${results}/${++logs}.log`
  const log = openSync(file, 'a')
  const outputs = { stdout: log, stderr: log }
  const isGood = (await run(command, given, environment, outputs)) === 0
  closeSync(log)
  const output = readFileSync(file, 'utf8')
  announce(name)
  process.stdout.write(output)
  if (isGood) passed++
  else failures.push(`${name}: ${output}`)
  return isGood
}

async function test(name: string, command: string, given: string[]) {
  announce(name)
  const isGood = (await run(command, given, quiet)) === 0
  const cases = readCases(`${results}/${basename(command)}.xml`)
  const failed = cases.filter((testCase) => /<(failure|error)\b/.test(testCase))
  const skipped = cases.filter((testCase) => testCase.includes('<skipped'))
  passed +=
    cases.length > 0
      ? cases.length - failed.length - skipped.length
      : Number(isGood)
  failures.push(...failed.map(describeTestCase))
  if (!isGood && failed.length === 0)
    failures.push(`${name}: ended with an error, see above.`)
}

/** Returns the test cases of a JUnit report, as raw XML. */
function readCases(file: string): string[] {
  const report = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return (
    report.match(/<testcase [^>]*\/>|<testcase [\s\S]*?<\/testcase>/g) ?? []
  )
}

function describeTestCase(testCase: string): string {
  const characters = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  const names = ['classname', 'name'].map(
    (name) => testCase.match(new RegExp(` ${name}="([^"]*)"`))?.[1],
  )
  const text = testCase.replace(
    /<!\[CDATA\[|\]\]>|<\/?(testcase|failure|error|system-)[^>]*>/g,
    '',
  )
  const decode = (_: string, name: keyof typeof characters) => characters[name]
  return `${names.join(' › ')}: ${text.trim()}`.replace(
    /&(lt|gt|quot|apos|amp);/g,
    decode,
  )
}
