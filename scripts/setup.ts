import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { brandFolder } from '../lib/brand/folder.mjs'
import { anyFacts, fillFacts } from '../lib/i18n/company-facts'
import { announce, bin, fail, run, runScript } from './commands'
import { changeSettings, readSettings } from './settings'
import { makeIfChanged, readText } from './stamps'

// Brings a checkout with packages to where the site can be built. Takes a moment if nothing has changed.

const lock = 'package-lock.json'
const postgresql = 'lib/database/postgresql/generated'
const assistant = 'lib/chatbot/engine/generated'
const look = '.cache/look'

// Prisma's command line would download a schema engine that nothing uses; any file in its place prevents that.
const prismaSettings = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
}

export async function setUp(command: string): Promise<void> {
  if (command === 'test') changeSettings(testSettings())
  else {
    writeEnvironment()
    process.loadEnvFile('.env')
  }
  writeMessageTypes()
  await Promise.all([generateDatabaseClients(), trainAssistant()])
}

/** Creates or migrates the database. Checks the settings first, and ends the process if one is wrong. */
export async function migrate(): Promise<void> {
  if ((await runScript('migrate')) !== 0) process.exit(1)
}

export async function prepareLook(): Promise<void> {
  const brand = brandFolder(readSettings().BRAND)
  const sources = [brand, 'lib/brand', 'scripts/look', 'scripts/write-look.ts', lock]
  await makeIfChanged(`${look}/.made-from`, sources, async () => {
    if ((await runScript('write-look', [look])) !== 0) fail("The brand's look is unusable: see above.")
  })
}

// Tests are about the default company, whatever .env contains.
function testSettings() {
  const defaults = parseEnv(readFileSync('.env.example', 'utf8'))
  return { ...defaults, APP_SECRET: 'only-for-tests-0123456789-0123456789' }
}

function writeEnvironment(): void {
  if (!existsSync('.env')) {
    announce('Writing .env with new secrets, among them the operator key, which opens the list of leads.')
    const example = readFileSync('.env.example', 'utf8')
    writeFileSync('.env', example.replace(/^OPERATOR_KEYS=$/m, `OPERATOR_KEYS=operator:${makeSecret()}`))
    chmodSync('.env', 0o600)
  }
  const written = readFileSync('.env', 'utf8')
  if (/^APP_SECRET=./m.test(written)) return
  writeFileSync('.env', `${written.replace(/^APP_SECRET=$\n/m, '').trimEnd()}\nAPP_SECRET=${makeSecret()}\n`)
}

function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

// The English catalog as literal types, so that the compiler knows every key and its arguments.
function writeMessageTypes(): void {
  const catalog = JSON.parse(readFileSync('messages/en.json', 'utf8'), (_, text) =>
    typeof text === 'string' ? fillFacts(text, anyFacts, 'en') : text,
  )
  const declaration = `declare const messages: ${JSON.stringify(catalog, null, 2)}\nexport default messages\n`
  const file = 'messages/en.d.json.ts'
  if (readText(file) !== declaration) writeFileSync(file, declaration)
}

async function generateDatabaseClients(): Promise<void> {
  const models = readFileSync('prisma/schema.prisma', 'utf8')
  const derived = derivePostgresqlSchema(models)
  mkdirSync(postgresql, { recursive: true })
  writeFileSync(`${postgresql}/schema.prisma`, derived)
  await generateClient('lib/database/generated', 'prisma/schema.prisma', models)
  await generateClient(postgresql, `${postgresql}/schema.prisma`, derived)
}

async function generateClient(folder: string, schema: string, models: string): Promise<void> {
  const generate = async () => {
    announce(`Generating the database client of ${schema}.`)
    const code = await run(bin('prisma'), ['generate', '--schema', schema], prismaSettings, 'ignore')
    if (code !== 0) fail(`Generating the database client failed: \`npx prisma generate --schema ${schema}\` shows why.`)
  }
  await makeIfChanged(`${folder}/.made-from`, [lock], generate, [models])
}

async function trainAssistant(): Promise<void> {
  const sources = ['lib/chatbot', 'scripts/train-chatbot.ts']
  await makeIfChanged(`${assistant}/.made-from`, sources, async () => {
    announce('Training the assistant.')
    if ((await runScript('train-chatbot')) !== 0) fail('Training the assistant failed: see above.')
  })
}

// The models of prisma/schema.prisma for PostgreSQL: what differs is derived, nothing is written twice.
function derivePostgresqlSchema(schema: string): string {
  // To the millisecond, as JavaScript has it, and a moment wherever it is read.
  const withMoments = schema.replace(/^( +\w+ +DateTime\b\??)/gm, '$1 @db.Timestamptz(3)')
  return withMoments
    .replace('provider = "sqlite"', 'provider = "postgresql"')
    .replace(/(output\s*=) ".*"/, '$1 "./client"')
}
