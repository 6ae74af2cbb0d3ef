// Brings a fresh clone to a running site. No dependencies: it installs them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { announce, bin, fail, run } from './commands.mjs'
import { derivePostgresqlSchema } from './database/postgresql-schema.mjs'
import { loadEnvironment } from './load-environment.mjs'
import { runWithNewerNode } from './newer-node/run.mjs'
import { installSqlite, isSqliteInstalled } from './sqlite/install.mjs'
import { hash, listFiles, readStamp } from './stamps.mjs'
import { writeEnvironment } from './write-environment.mjs'

const minimumNode = [20, 19]

/**
 * Updates dependencies, .env, generated code and the database. Quick when nothing changed. What is done `meanwhile` needs
 * the code and not SQLite, which may take a minute to compile.
 */
export async function setUp(meanwhile = async () => {}) {
  await chooseNode()
  const { sqlite } = await installDependencies()
  writeEnvironment()
  loadEnvironment()
  await generatePrismaClient()
  await typeMessages()
  await trainChatbot()
  await Promise.all([sqlite, meanwhile()])
  // The server, or a test, chooses its own database; here the environment is also checked.
  if ((await run(process.execPath, ['--import', 'tsx', 'scripts/migrate.ts'])) !== 0) process.exit(1)
}

/** Ends where this Node is too old; where it cannot have SQLite, a newer one does the work of this command. */
export async function chooseNode() {
  checkNode()
  await runWithNewerNode()
}

function checkNode() {
  const sentence = explainNode(process.versions.node)
  if (sentence) fail(sentence)
}

export function explainNode(version) {
  const [major, minor] = version.split('.').map(Number)
  const [needMajor, needMinor] = minimumNode
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return undefined
  return `Node ${minimumNode.join('.')} or newer is needed; this is ${version}.`
}

// Resolves when the packages are there; `sqlite`, when its module is.
async function installDependencies() {
  const stamp = 'node_modules/.installed'
  const made = ['package-lock.json', 'scripts/sqlite/index.cjs'].map((file) => readFileSync(file))
  const wanted = hash([...made, process.versions.modules])
  if (readStamp(stamp) === wanted && isSqliteInstalled()) return { sqlite: undefined }
  announce('Installing dependencies (npm ci): one to three minutes the first time.')
  if ((await run('npm', ['ci', '--include=dev', '--loglevel=error'], prismaEnvironment())) !== 0) {
    fail('Installing the dependencies failed: see above.')
  }
  const sqlite = installSqlite().then((isInstalled) => {
    if (!isInstalled) fail('Compiling SQLite failed: `npm rebuild better-sqlite3-12 --ignore-scripts=false` says why.')
    writeFileSync(stamp, wanted)
  })
  return { sqlite }
}

// Prisma's command line wants an unused native schema engine; any file stops the download.
function prismaEnvironment() {
  return { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' }
}

async function generatePrismaClient() {
  const models = readFileSync('prisma/schema.prisma', 'utf8')
  const postgresql = 'lib/database/postgresql/generated'
  const derived = derivePostgresqlSchema(models)
  await generateClient('lib/database/generated', 'prisma/schema.prisma', models, 'the database client')
  mkdirSync(postgresql, { recursive: true })
  writeFileSync(`${postgresql}/schema.prisma`, derived)
  await generateClient(postgresql, `${postgresql}/schema.prisma`, derived, 'its counterpart for PostgreSQL')
}

async function generateClient(folder, schema, models, name) {
  const stamp = `${folder}/.made-from`
  const wanted = hash([models, readFileSync('package-lock.json')])
  if (readStamp(stamp) === wanted) return
  announce(`Generating ${name}.`)
  const command = ['generate', '--schema', schema]
  if ((await run(bin('prisma'), command, prismaEnvironment(), 'ignore')) !== 0) {
    fail(`Generating ${name} failed: run \`npx prisma ${command.join(' ')}\` to see why.`)
  }
  writeFileSync(stamp, wanted)
}

// The English catalog as literal types, so that the compiler knows every key and its arguments.
async function typeMessages() {
  const { anyFacts, fillFacts } = await import('../lib/i18n/fill-facts.mjs')
  const catalog = JSON.parse(readFileSync('messages/en.json', 'utf8'), (_, text) =>
    typeof text === 'string' ? fillFacts(text, anyFacts, 'en') : text,
  )
  const declaration = `declare const messages: ${JSON.stringify(catalog, null, 2)}\nexport default messages\n`
  const file = 'messages/en.d.json.ts'
  if (readStamp(file) !== declaration) writeFileSync(file, declaration)
}

async function trainChatbot() {
  const stamp = 'lib/chatbot/engine/generated/.made-from'
  const wanted = hash(
    [...listFiles('lib/chatbot'), 'scripts/train-chatbot.ts']
      .filter((file) => !file.includes('generated'))
      .map((file) => readFileSync(file)),
  )
  if (readStamp(stamp) === wanted) return
  announce('Training the chatbot.')
  const command = ['--import', 'tsx', '--import', './scripts/environment.mjs', 'scripts/train-chatbot.ts']
  if ((await run(process.execPath, command)) !== 0) fail('Training the chatbot failed: see above.')
  writeFileSync(stamp, wanted)
}
