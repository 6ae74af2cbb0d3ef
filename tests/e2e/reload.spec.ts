import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from '@playwright/test'
import { postLead } from '../support/leads'
import { runMarked } from '../support/npm'
import { makeScratchFolder } from '../support/scratch'
import { killServer, operatorKey, prepareDatabase, serverEnvironment, startServer } from '../support/server'

const patience = { timeout: 30_000 }
const newKey = 'new-operator-key-0123456789-0123456789'

/** A folder with all of the project, and settings of its own in .env. */
function folderWith(settings: Record<string, string>): string {
  const folder = join(makeScratchFolder('reload-e2e-'), 'site')
  mkdirSync(folder)
  for (const name of readdirSync('.')) {
    if (!['.env', '.cache', 'data'].includes(name)) symlinkSync(resolve(name), join(folder, name))
  }
  write(folder, settings)
  return folder
}

function write(folder: string, settings: Record<string, string>) {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(folder, '.env.new'), lines.join(''))
  renameSync(join(folder, '.env.new'), join(folder, '.env'))
}

test('SIGHUP: a new key and a limit hold at once, a key that is gone does not, and a wrong file changes nothing', async () => {
  const { PORT, DATABASE_URL, ...others } = serverEnvironment()
  const settings = { ...others, APP_SECRET: 's'.repeat(40), LOG_LEVEL: 'info' }
  const folder = folderWith(settings)
  // What the tests' own environment says of these would come before the file.
  const unset = Object.fromEntries(
    [...Object.keys(parseEnv(readFileSync('.env.example', 'utf8'))), 'SETTINGS_FROM_FILE'].map((name) => [
      name,
      undefined,
    ]),
  )
  const environment = { ...unset, PORT, DATABASE_URL }
  const { server, address, output } = await startServer(environment, undefined, undefined, folder)
  const statusFor = async (key: string) =>
    (await fetch(`${address}/api/contact`, { headers: { Authorization: `Bearer ${key}` } })).status
  const reload = async (changes: Record<string, string>) => {
    write(folder, { ...settings, ...changes })
    const count = output().split('reloaded').length
    server.kill('SIGHUP')
    await expect.poll(() => output().split('reloaded').length, patience).toBeGreaterThan(count)
  }
  expect([await statusFor(operatorKey), await statusFor(newKey)]).toEqual([200, 401])
  expect((await postLead(address))?.status).toBe(201)

  await reload({ OPERATOR_KEYS: `other:${newKey}`, LIMIT_CONTACT_PER_CLIENT: '2', SITE_BRAND: 'Other' })
  expect([await statusFor(operatorKey), await statusFor(newKey)]).toEqual([401, 200])
  expect([(await postLead(address))?.status, (await postLead(address))?.status]).toEqual([201, 429])
  const told = '"applied":["OPERATOR_KEYS","LIMIT_CONTACT_PER_CLIENT"],"afterStart":["SITE_BRAND"]'
  await expect.poll(output, patience).toContain(told)

  await reload({ OPERATOR_KEYS: 'nobody:short' })
  await expect
    .poll(output, patience)
    .toMatch(/"level":50[^\n]*"msg":"settings not reloaded, [^\n]*OPERATOR_KEYS [^\n]*"/)
  expect(output()).not.toMatch(/nobody:short|new-operator-key/)
  expect([await statusFor(operatorKey), await statusFor(newKey)]).toEqual([401, 200])
  expect((await postLead(address))?.status).toBe(429)

  await reload({})
  expect([await statusFor(operatorKey), await statusFor(newKey)]).toEqual([200, 401])
  expect((await postLead(address))?.status).toBe(201)
  const gone = new Promise((resolve) => server.once('exit', resolve))
  await killServer(server, 'SIGTERM')
  expect(await gone).toBe(0)
  expect(existsSync(`${DATABASE_URL.replace('file:', '')}-wal`)).toBe(false)
})

test('a site started in a terminal ends when the terminal is closed', async () => {
  test.skip(!existsSync('/usr/bin/script'), 'needs script(1) for a terminal')
  const environment = serverEnvironment()
  prepareDatabase(environment.DATABASE_URL)
  const terminal = runMarked(['script', '-qfec', 'node tests/support/serve-built.mjs', '/dev/null'], environment)
  await expect.poll(terminal.output, patience).toContain('The site is at')
  process.kill(terminal.pid, 'SIGKILL')
  await expect.poll(terminal.processes, patience).toEqual([])
  expect(existsSync(`${environment.DATABASE_URL.replace('file:', '')}-wal`)).toBe(false)
})
