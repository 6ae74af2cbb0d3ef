import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv as parseFile } from 'node:util'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { GET as listLeads } from '@/app/api/contact/route'
import { GET as readSession, POST as signIn } from '@/app/api/operator/session/route'
import { env } from '@/lib/env'
import { createRateLimit } from '@/lib/http/rate-limit'
import { isConfigured } from '@/lib/leads/delivery/channels'
import { log } from '@/lib/log'
import { mailTransport } from '@/lib/mail/transport'
import { revokeSessionsOf } from '@/lib/operator/store'
import { createBoundedServer } from '@/lib/server/bounded-server'
import { reloadSettings } from '@/lib/server/reload'
import { shareFunctions } from '@/lib/shared-functions'
import { cookieOf, siteRequest } from '../support/attestations'
import { makeScratchFolder } from '../support/scratch'

const file = join(makeScratchFolder('reload-'), '.env')
const [aliceKey, bobKey, carolKey] = ['alice', 'bob', 'carol'].map(
  (name) => `${name}-key-0123456789-0123456789-0123456`,
)
const atFirst = `
APP_SECRET=from-the-file-0123456789-0123456789-0123
OPERATOR_KEYS=alice:${aliceKey},bob:${bobKey}
LIMIT_CHAT_PER_SESSION=2
SITE_BRAND=Halcrest
TRUSTED_PROXY_HOPS=0
`

/** The environment as a start leaves it that took all of the file but DATABASE_URL and LOG_LEVEL. */
function startWith(text: string) {
  const written = parseFile(text)
  for (const name of Object.keys(JSON.parse(process.env.SETTINGS_FROM_FILE ?? '{}'))) delete process.env[name]
  Object.assign(process.env, written, { SETTINGS_FROM_FILE: JSON.stringify(written) })
}

let logged: Record<'info' | 'error', { mock: { calls: unknown[][] } }>

shareFunctions({
  reportsRevision: () => Promise.reject(),
  listYearPages: () => Promise.reject(),
  metricsText: () => Promise.reject(),
  operatorOfSession: () => Promise.reject(),
  endSessionsOf: revokeSessionsOf,
  closeDatabase: () => Promise.reject(),
})

beforeEach(async () => {
  startWith(atFirst)
  writeFileSync(file, atFirst)
  await reloadSettings(file)
  // Its methods are others with every level.
  logged = { info: vi.spyOn(log, 'info').mockClear(), error: vi.spyOn(log, 'error').mockClear() }
})

async function reloadWith(text: string) {
  writeFileSync(file, text)
  await reloadSettings(file)
}

async function statusFor(key = '') {
  const headers = { Authorization: `Bearer ${key}` }
  return (await listLeads(new Request('http://localhost:3000/api/contact', { headers }))).status
}

async function cookieFor(key = '') {
  return cookieOf(await signIn(siteRequest('POST', '/api/operator/session', { body: { key } })))
}

async function operatorWith(cookie: string) {
  return (await (await readSession(siteRequest('GET', '/api/operator/session', { cookie }))).json()).operator
}

describe('reloading .env', () => {
  it('takes a new key, refuses one that is gone, and ends its sessions', async () => {
    const [alice, bob] = [await cookieFor(aliceKey), await cookieFor(bobKey)]
    expect([await operatorWith(alice), await operatorWith(bob)]).toEqual(['alice', 'bob'])
    expect(await statusFor(carolKey)).toBe(401)
    await reloadWith(atFirst.replace(`bob:${bobKey}`, `carol:${carolKey}`))
    expect([await statusFor(aliceKey), await statusFor(bobKey), await statusFor(carolKey)]).toEqual([200, 401, 200])
    expect([await operatorWith(alice), await operatorWith(bob)]).toEqual(['alice', null])
    // Nor do they come back with the name.
    await reloadWith(atFirst)
    expect(await operatorWith(bob)).toBeNull()
  })

  it('ends the sessions of an operator whose key is another one now', async () => {
    const cookie = await cookieFor(bobKey)
    await reloadWith(atFirst.replace(String(bobKey), String(carolKey)))
    expect(await operatorWith(cookie)).toBeNull()
  })

  it('changes a limit, and keeps what was counted', async () => {
    const limit = createRateLimit('LIMIT_CHAT_PER_SESSION', () => env.LIMIT_CHAT_PER_SESSION, 60)
    const take = async () => (await limit.take('client')) === 0
    expect([await take(), await take(), await take()]).toEqual([true, true, false])
    await reloadWith(atFirst.replace('PER_SESSION=2', 'PER_SESSION=5'))
    expect([await take(), await take(), await take()]).toEqual([true, true, false])
  })

  it('changes the limit of connections and the mail server', async () => {
    const server = createBoundedServer(() => undefined)
    const mail = 'SMTP_URL=smtp://first.example\nLEADS_TO=a@b.example\nLEADS_FROM=a@b.example\n'
    await reloadWith(`${atFirst}MAX_CONNECTIONS=7\n${mail}`)
    expect([server.maxConnections, isConfigured('mail')]).toEqual([7, true])
    const first = mailTransport()
    expect(first.options).toMatchObject({ host: 'first.example' })
    await reloadWith(`${atFirst}${mail.replace('first', 'second')}`)
    expect(mailTransport().options).toMatchObject({ host: 'second.example' })
    expect(server.maxConnections).toBe(2000)
  })

  it('names what it changed and what waits for a start, and no values', async () => {
    const text = atFirst.replace('PER_SESSION=2', 'PER_SESSION=5').replace('HOPS=0', 'HOPS=1')
    await reloadWith(text.replace('BRAND=Halcrest', 'BRAND=Other'))
    const expected = { applied: ['LIMIT_CHAT_PER_SESSION'], afterStart: ['TRUSTED_PROXY_HOPS', 'SITE_BRAND'] }
    expect(logged.info.mock.calls).toEqual([[expected, 'settings reloaded']])
    expect([env.TRUSTED_PROXY_HOPS, env.SITE_BRAND]).toEqual([0, 'Halcrest'])
    // And again, for it still does.
    await reloadSettings(file)
    expect(logged.info.mock.calls.at(-1)?.[0]).toEqual({ applied: [], afterStart: expected.afterStart })
  })

  it('goes back to the default of a setting that is no longer there', async () => {
    await reloadWith(atFirst.replace('LIMIT_CHAT_PER_SESSION=2\n', ''))
    expect(env.LIMIT_CHAT_PER_SESSION).toBe(20)
    await reloadWith(atFirst)
    expect(env.LIMIT_CHAT_PER_SESSION).toBe(2)
  })

  it.each([
    ['a bad value', (text: string) => `${text}LIMIT_CHAT_GLOBAL=many\n`, 'LIMIT_CHAT_GLOBAL'],
    ['a key that is too short', (text: string) => text.replace(String(bobKey), 'short-secret'), 'OPERATOR_KEYS'],
    ['half of what belongs together', (text: string) => `${text}SMTP_URL=smtp://mail.example\n`, 'LEADS_TO'],
    ['no secret', (text: string) => text.replace(/APP_SECRET=.*/, ''), 'APP_SECRET'],
  ])('changes nothing when the file has %s, and says in one line which setting', async (_, change, name) => {
    const before = JSON.stringify(env)
    await reloadWith(change(atFirst.replace('PER_SESSION=2', 'PER_SESSION=5').replace('alice:', 'carol:')))
    expect(JSON.stringify(env)).toBe(before)
    expect(process.env.LIMIT_CHAT_PER_SESSION).toBe('2')
    expect(logged.info.mock.calls).toEqual([])
    expect(logged.error.mock.calls).toEqual([[expect.stringMatching(`^settings not reloaded, [^\n]*${name} [^\n]*$`)]])
    expect(String(logged.error.mock.calls)).not.toContain('short-secret')
  })

  it('changes nothing when the file is gone', async () => {
    const before = JSON.stringify(env)
    await reloadSettings(`${file}.gone`)
    expect(JSON.stringify(env)).toBe(before)
    expect(logged.error.mock.calls).toHaveLength(1)
    expect(readFileSync(file, 'utf8')).toBe(atFirst)
  })

  // The last one: with its level, the methods of the log are others.
  it('leaves what was set outside of the file, and changes the level of the log otherwise', async () => {
    const level = process.env.LOG_LEVEL
    await reloadWith(`${atFirst}LOG_LEVEL=error\n`)
    expect([env.LOG_LEVEL, log.level, process.env.LOG_LEVEL]).toEqual([level, level, level])
    delete process.env.LOG_LEVEL
    await reloadWith(`${atFirst}LOG_LEVEL=error\n`)
    expect([env.LOG_LEVEL, log.level]).toEqual(['error', 'error'])
    process.env.LOG_LEVEL = level
    log.level = String(level)
  })
})
