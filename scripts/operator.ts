// `npm run operator -- add NAME | list | revoke NAME | totp NAME | no-totp NAME` keeps operators' keys and second factors.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { addOperator, isOperatorName, operatorsIn, removeOperator, setSecondFactor } from '@/lib/operator/env-file'
import { fail } from './commands'

// A release has a link to the file that all releases share: the file is replaced, not the link.
const file = existsSync('.env') ? realpathSync('.env') : '.env'
const usage = `Usage: npm run operator -- COMMAND
  list                   the names of operators and machines
  add NAME               a key to sign in with, printed once
  add NAME --machine     a key for a program: a bearer token that cannot sign in
  revoke NAME            ends a key and its sessions at once
  totp NAME              a second factor: a code from an authenticator app beside the key
  no-totp NAME           removes the second factor
A name is a-z, 0-9 or -, at most 32 characters. New keys are accepted after a restart of the site.`

const [command, name = '', ...options] = process.argv.slice(2)
if (['help', '--help', '-h'].includes(command ?? '')) {
  console.log(usage)
  process.exit()
}
const isMachine = command === 'add' && options.length === 1 && options[0] === '--machine'
if (options.length > 0 && !isMachine) fail(`Unknown option: ${options.join(' ')}\n${usage}`)
if (!existsSync(file)) fail('There is no .env yet: run `npm start` once.')
const text = readFileSync(file, 'utf8')
const names = operatorsIn(text).map((operator) => operator.name)
const machines = operatorsIn(text, 'MACHINE_KEYS').map((machine) => machine.name)

if (command === 'list') list()
else if (command === 'add' && isOperatorName(name)) add()
else if (command === 'revoke' && isOperatorName(name)) await revoke()
else if (command === 'totp' && isOperatorName(name)) await addSecondFactor()
else if (command === 'no-totp' && isOperatorName(name)) removeSecondFactor()
else fail(usage)

function list() {
  const all = [...names, ...machines.map((machine) => `${machine} (machine)`)]
  console.log(all.length > 0 ? all.join('\n') : 'There are no operators.')
}

function add() {
  if ([...names, ...machines].includes(name)) fail(`${name} already has a key: revoke it first.`)
  const key = randomBytes(32).toString('base64url')
  write(addOperator(text, name, key, isMachine ? 'MACHINE_KEYS' : 'OPERATOR_KEYS'))
  console.log(`The key of ${name}, printed only now:\n${key}\nRestart the site, then it is accepted.`)
}

async function revoke() {
  const all = [...operatorsIn(text), ...operatorsIn(text, 'MACHINE_KEYS')]
  const revoked = all.find((operator) => operator.name === name)
  if (!revoked) fail(`There is no operator ${name}.`)
  const { hashSecret } = await import('@/lib/operator/keys')
  const { revokeKey, revokeSessions } = await import('@/lib/operator/store')
  // The database first: the running server still has the key in memory, and refuses it from now on.
  await revokeKey(hashSecret(revoked.key), name)
  const sessions = await revokeSessions({ operator: name })
  write(setSecondFactor(removeOperator(text, name), name))
  console.log(`The key of ${name} is refused from now on. Sessions ended: ${sessions}.`)
}

async function addSecondFactor() {
  if (!names.includes(name)) fail(`There is no operator ${name}.`)
  const { createSecret } = await import('@/lib/operator/keys')
  const { secret, address } = createSecret(name)
  write(setSecondFactor(text, name, secret))
  console.log(
    `The secret of ${name}, printed only now, for an authenticator app:\n${secret}\nThe same as an address, for a QR code:\n${address}\nAfter a restart of the site, ${name} signs in with the key and a code.`,
  )
}

function removeSecondFactor() {
  if (!names.includes(name)) fail(`There is no operator ${name}.`)
  write(setSecondFactor(text, name))
  console.log(`After a restart of the site, ${name} signs in with the key alone.`)
}

function write(content: string) {
  const draft = `${file}.new`
  writeFileSync(draft, content, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, file)
}
