// `npm run operator -- add NAME | list | roles NAME | revoke NAME |
// reset-passkeys NAME`: manages operators' keys, roles and passkeys.
import { lstatSync, readlinkSync } from 'node:fs'
import { isOperatorName, pairsIn, setPair } from '@/lib/operator/env-file'
import { roles } from '@/lib/operator/role-names'
import { readText, writeText } from '@/lib/text-file.mjs'
import { fail, runSubcommand } from './commands'
import { isRelease, makeSecret } from './settings'

// Writes the file that a release's .env links to instead of replacing the link,
// because all releases share that file. It may not exist yet.
const file = isLink('.env') ? readlinkSync('.env') : '.env'
const usage = `Usage: npm run operator -- COMMAND
  list                   lists operators and machines with their roles
  add NAME               creates a key to sign in with, and prints it once
  add NAME --machine     creates a key for a program: a bearer token that cannot sign in
  roles NAME ROLE…       sets what NAME may do: sales (leads), compliance (reports), admin (operators, erasure, health)
  roles NAME all         lets NAME do everything
  revoke NAME            disables the key and ends its sessions at once
  reset-passkeys NAME    removes the passkeys of NAME, so that NAME can sign in with the key again
A name uses a-z, 0-9 and -, and has at most 32 characters. New keys and roles apply after a restart of the site.`

const [command = '', name = '', ...options] = process.argv.slice(2)
const isMachine =
  command === 'add' && options.length === 1 && options[0] === '--machine'
if (options.length > 0 && !isMachine && command !== 'roles')
  fail(`Unknown option: ${options.join(' ')}\n${usage}`)
const text = readText(file) ?? ''
const operators = pairsIn(text, 'OPERATOR_KEYS')
const machines = pairsIn(text, 'MACHINE_KEYS')
const givenRoles = pairsIn(text, 'OPERATOR_ROLES')
const key = operators.get(name) ?? machines.get(name)

const changes = {
  add,
  roles: setRoles,
  revoke,
  'reset-passkeys': resetPasskeys,
}
await runSubcommand(usage, { list, ...(isOperatorName(name) && changes) })

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/**
 * Writes .env. A release without one gets its secret, too, because starting a
 * release writes no settings. Exits in a checkout, where `npm start` writes
 * .env.
 */
function save(changed: string) {
  if (!text && !isRelease) fail('There is no .env yet: run `npm start` once.')
  const secret = text ? '' : `APP_SECRET=${makeSecret()}\n`
  writeText(file, secret + changed, 0o600)
}

function list() {
  const rolesOf = (name: string) => givenRoles.get(name) ?? 'everything'
  const all = [
    ...[...operators.keys()].map((name) => `${name}: ${rolesOf(name)}`),
    ...[...machines.keys()].map(
      (name) => `${name} (machine): ${rolesOf(name)}`,
    ),
  ]
  return all.length > 0 ? all.join('\n') : 'There are no operators.'
}

function setRoles() {
  if (!key) fail(`There is no operator ${name}.`)
  const isAll = options.length === 1 && options[0] === 'all'
  const unknown = options.filter(
    (role) => !roles.some((known) => known === role),
  )
  if (options.length === 0 || (unknown.length > 0 && !isAll))
    fail(`Add the roles that ${name} should have: ${roles.join(', ')}, or all.`)
  const given = isAll ? undefined : [...new Set(options)].join('+')
  save(setPair(text, 'OPERATOR_ROLES', name, given))
  return `After a restart of the site, ${name} may do ${given ? `what these roles allow: ${given}` : 'everything'}.`
}

function add() {
  if (key) fail(`${name} already has a key: revoke it first.`)
  const added = makeSecret()
  save(setPair(text, isMachine ? 'MACHINE_KEYS' : 'OPERATOR_KEYS', name, added))
  return `The key of ${name}, shown only this once:\n${added}\nThe site accepts the key after a restart.`
}

async function revoke() {
  if (!key) fail(`There is no operator ${name}.`)
  const { hashSecret } = await import('@/lib/operator/keys')
  const { removePasskeys } = await import('@/lib/operator/passkey-store')
  const { revokeKey } = await import('@/lib/operator/revoked-keys-store')
  const { revokeSessions } = await import('@/lib/operator/session-store')
  // Revokes the key in the database first, so that the running server, which
  // still has the key in memory, refuses it from now on.
  await revokeKey(hashSecret(key), name)
  await removePasskeys(name)
  const sessions = await revokeSessions({ operator: name })
  const settings = ['OPERATOR_KEYS', 'MACHINE_KEYS', 'OPERATOR_ROLES'] as const
  save(
    settings.reduce(
      (changed, setting) => setPair(changed, setting, name),
      text,
    ),
  )
  const done = `The key of ${name} is refused from now on. Sessions ended: ${sessions}.`
  return pairsIn(text, 'OPERATOR_EMAILS').has(name)
    ? `${done}\n${name} still gets mails about leads: unless you add a new key, remove the address from OPERATOR_EMAILS and restart the site.`
    : done
}

/**
 * Removes the passkeys of a sole administrator who has lost them. For other
 * operators, an administrator does this in the console.
 */
async function resetPasskeys() {
  const { removePasskeys } = await import('@/lib/operator/passkey-store')
  const { revokeSessions } = await import('@/lib/operator/session-store')
  if (!operators.has(name)) fail(`There is no operator ${name}.`)
  const removed = await removePasskeys(name)
  await revokeSessions({ operator: name })
  return `Passkeys of ${name} removed: ${removed}. ${name} can sign in with the key again, without a restart.`
}
