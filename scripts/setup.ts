import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { anyFacts, fillFacts } from '@/lib/i18n/company-facts'
import { parseJson } from '@/lib/text'
import { readText, writeText } from '@/lib/text-file.mjs'
import { announce, bin, fail, run, runScript } from './commands'
import { bundleInlineScripts } from './inline-scripts'
import {
  changeSettings,
  loadSettings,
  makeSecret,
  readSettings,
} from './settings'
import { makeIfChanged } from './stamps'

// Prepares a checkout with installed packages for building the site. Nearly
// instant if nothing has changed.

const lock = 'package-lock.json'
const postgresql = 'lib/database/postgresql/generated'
const assistant = 'lib/chatbot/classifier/generated'
const look = '.cache/look'

// Prisma's command line would download a schema engine that nothing uses;
// pointing it at any existing file prevents that.
const prismaSettings = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
}

/** Does not wait until the assistant is trained if the command can begin first. */
export async function setUp(command: string) {
  if (command === 'test') changeSettings(testSettings())
  else loadSettings(parseEnv(writeEnvironment()))
  writeMessageTypes()
  writeInlineScripts()
  await Promise.all([generateDatabaseClients(), writeTaughtWords()])
  training = trainAssistant()
  if (!trainsInBackground.includes(command)) await training
}

const trainsInBackground = ['start', 'build', 'package', 'test']
let training = Promise.resolve()

/** Resolves when the assistant is trained, if `setUp` did not wait for it. */
export function assistantTrained() {
  return training
}

/**
 * Creates or migrates the database. Checks the settings first, and if any are
 * wrong, ends the process and lists all problems of this start.
 */
export async function migrate(problems: string[] = []) {
  if ((await runScript('migrate', problems)) !== 0) process.exit(1)
}

export async function prepareLook() {
  const brand = brandFolder(readSettings().BRAND)
  const sources = [
    brand,
    'lib/brand',
    'app/styles/print.css',
    'components/engraving/bar.svg',
    'scripts/look',
    'scripts/write-look.ts',
    lock,
  ]
  const stamp = `${look}/.made-from`
  // Draws the images again if someone deleted their folder.
  if (!existsSync('public')) rmSync(stamp, { force: true })
  await makeIfChanged(stamp, sources, async () => {
    if ((await runScript('write-look', [look, 'public'])) !== 0)
      fail("The brand's look is unusable: see above.")
  })
}

/** Tests run as the default company, whatever .env contains. */
function testSettings() {
  const defaults = parseEnv(readText('.env.example') ?? '')
  return { ...defaults, APP_SECRET: 'only-for-tests-0123456789-0123456789' }
}

/** Returns the text of .env, with new secrets if it had none. */
function writeEnvironment(): string {
  const written = readText('.env') ?? newEnvironment()
  if (parseEnv(written).APP_SECRET) return written
  const kept = written.replace(/^APP_SECRET=$\n/m, '').trimEnd()
  const complete = `${kept}\nAPP_SECRET=${makeSecret()}\n`
  writeText('.env', complete, 0o600)
  return complete
}

function newEnvironment(): string {
  announce(
    'Writing .env with new secrets. They include an operator key, which gives access to all leads.',
  )
  const example = readText('.env.example') ?? ''
  return example.replace(
    /^OPERATOR_KEYS=$/m,
    `OPERATOR_KEYS=operator:${makeSecret()}`,
  )
}

/**
 * Writes the English catalog as literal types, so that the compiler knows every
 * key and the arguments of its message.
 */
function writeMessageTypes() {
  const catalog = parseJson(readText('messages/en.json') ?? '')
  // Returns without an error, because the command that needs the catalog shows
  // what is broken.
  if (!catalog) return
  const fill = (_: string, text: unknown) =>
    typeof text === 'string' ? fillFacts(text, anyFacts, 'en') : text
  const declaration = `declare const messages: ${JSON.stringify(catalog, fill, 2)}\nexport default messages\n`
  writeIfChanged('messages/en.d.json.ts', declaration)
}

function writeInlineScripts() {
  const folder = 'lib/build/generated'
  mkdirSync(folder, { recursive: true })
  const scripts = JSON.stringify(bundleInlineScripts(), null, 2)
  writeIfChanged(`${folder}/inline-scripts.json`, scripts)
}

/**
 * Leaves unchanged files alone, so that a checkout that is set up may be
 * read-only.
 */
function writeIfChanged(file: string, text: string) {
  if (readText(file) !== text) writeFileSync(file, text)
}

async function generateDatabaseClients() {
  const models = readText('prisma/schema.prisma') ?? ''
  const derived = derivePostgresqlSchema(models)
  mkdirSync(postgresql, { recursive: true })
  writeIfChanged(`${postgresql}/schema.prisma`, derived)
  await generateClient('lib/database/generated', 'prisma/schema.prisma', models)
  await generateClient(postgresql, `${postgresql}/schema.prisma`, derived)
}

async function generateClient(folder: string, schema: string, models: string) {
  const generate = async () => {
    announce(`Generating the database client for ${schema}.`)
    const code = await run(
      bin('prisma'),
      ['generate', '--schema', schema],
      prismaSettings,
      { stdout: 'ignore' },
    )
    if (code !== 0)
      fail(
        `Generating the database client failed: \`npx prisma generate --schema ${schema}\` shows why.`,
      )
  }
  await makeIfChanged(`${folder}/.made-from`, [lock], generate, [models])
}

const taught = ['lib/chatbot', 'scripts/train-chatbot.ts']

async function writeTaughtWords() {
  await makeIfChanged(`${assistant}/.words-from`, taught, () =>
    train(['words']),
  )
}

async function trainAssistant() {
  await makeIfChanged(`${assistant}/.made-from`, taught, () => {
    announce('Training the assistant.')
    return train()
  })
}

async function train(args: string[] = []) {
  if ((await runScript('train-chatbot', args)) !== 0)
    fail('Training the assistant failed: see above.')
}

/**
 * Converts the models in prisma/schema.prisma for PostgreSQL, so that nothing
 * is written twice.
 */
function derivePostgresqlSchema(schema: string): string {
  // Adds milliseconds, like JavaScript's dates, and a time zone.
  const withMoments = schema.replace(
    /^( +\w+ +DateTime\b\??)/gm,
    '$1 @db.Timestamptz(3)',
  )
  return withMoments
    .replace('provider = "sqlite"', 'provider = "postgresql"')
    .replace(/(output\s*=) ".*"/, '$1 "./client"')
}
