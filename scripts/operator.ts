// `npm run operator -- add NAME | list | revoke NAME | totp NAME | no-totp NAME` keeps operators' keys and second factors.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { addOperator, isOperatorName, operatorsIn, removeOperator, setSecondFactor } from '@/lib/operator/env-file'

// A release has a link to the file that all releases share: the file is replaced, not the link.
const file = existsSync('.env') ? realpathSync('.env') : '.env'
const usage =
  'Usage: npm run operator -- add NAME | list | revoke NAME | totp NAME | no-totp NAME (a name is a-z, 0-9 or -, 32 characters at most)'

const [command, name = ''] = process.argv.slice(2)
if (!existsSync(file)) fail('There is no .env yet: run `npm start` once.')
const text = readFileSync(file, 'utf8')
const names = operatorsIn(text).map((operator) => operator.name)

if (command === 'list') console.log(names.length > 0 ? names.join('\n') : 'There are no operators.')
else if (command === 'add' && isOperatorName(name)) add()
else if (command === 'revoke' && isOperatorName(name)) await revoke()
else if (command === 'totp' && isOperatorName(name)) await addSecondFactor()
else if (command === 'no-totp' && isOperatorName(name)) removeSecondFactor()
else fail(usage)

function add() {
  if (names.includes(name)) fail(`${name} has a key already: revoke it first.`)
  const key = randomBytes(32).toString('base64url')
  write(addOperator(text, name, key))
  console.log(
    `The key of ${name}, shown only now:\n${key}\nIt is accepted after the next reload (SIGHUP, docs/operations.md) or start.`,
  )
}

async function revoke() {
  const revoked = operatorsIn(text).find((operator) => operator.name === name)
  if (!revoked) fail(`There is no operator ${name}.`)
  const { hashSecret } = await import('@/lib/operator/keys')
  const { revokeKey, revokeSessionsOf } = await import('@/lib/operator/store')
  // The database first: the running server still has the key in memory, and refuses it from here on.
  await revokeKey(hashSecret(revoked.key), name)
  const sessions = await revokeSessionsOf(name)
  write(setSecondFactor(removeOperator(text, name), name))
  console.log(`The key of ${name} is refused from now on. Sessions ended: ${sessions}.`)
}

async function addSecondFactor() {
  if (!names.includes(name)) fail(`There is no operator ${name}.`)
  const { createSecret } = await import('@/lib/operator/totp-secret')
  const { secret, address } = createSecret(name)
  write(setSecondFactor(text, name, secret))
  console.log(
    `The secret of ${name}, shown only now, for an authenticator app:\n${secret}\nThe same as an address, for a QR code:\n${address}\nAfter the next reload (SIGHUP, docs/operations.md) or start, ${name} signs in with the key and a code.`,
  )
}

function removeSecondFactor() {
  if (!names.includes(name)) fail(`There is no operator ${name}.`)
  write(setSecondFactor(text, name))
  console.log(`After the next reload (SIGHUP, docs/operations.md) or start, ${name} signs in with the key alone.`)
}

function write(content: string) {
  const draft = `${file}.new`
  writeFileSync(draft, content, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, file)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
