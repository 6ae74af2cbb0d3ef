import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { within } from '@/lib/within'
import { childrenOf } from '@/scripts/child-processes'
import { ask } from '../support/ask'
import { otherBrand } from '../support/brands'
import { builtFolder } from '../support/built'
import { runMarked } from '../support/npm'
import { makeScratchFolder } from '../support/scratch'
import { killServer, serverEnvironment, startServer } from '../support/server'
import { startAsking } from '../support/steady-client'

test.skip(!existsSync('/proc/self/environ'), 'needs Linux to find the processes of a command')
// One other build is made, for the second brand; brands.spec.ts has the same.
test.describe.configure({ mode: 'serial', timeout: 600_000 })

const brand = { BRAND: otherBrand.folder }
const ours = basename(builtFolder)
const plenty = '1000000'
const maxReadMs = 10_000
const environment = {
  ...serverEnvironment(),
  LIMIT_CONTACT_PER_CLIENT: plenty,
  LIMIT_CONTACT_GLOBAL: plenty,
  LIMIT_CONTACT_FLOOD: plenty,
}
const port = Number(environment.PORT)
let site: Awaited<ReturnType<typeof startServer>>
let other = ''
// Node lists there what a process has loaded, when that one ends.
const coverage = makeScratchFolder('coverage-')
const compilers =
  /node_modules\/(tsx|@?esbuild|typescript|@swc\/core|@next\/swc|next\/dist\/compiled\/(babel|webpack\/bundle))/

test.beforeAll(async () => {
  // Of an earlier run of the tests.
  rmSync(`.builds/served/${port}.json`, { force: true })
  site = await startServer(environment, 'scripts/start.mjs')
})

test.afterAll(() => killServer(site.server))

async function command(name: string, settings: Record<string, string> = {}) {
  const { child, exit, output } = runMarked(['npm', 'run', name], { PORT: String(port), ...settings })
  const read = once(child, 'close')
  const code = await exit
  // What it has printed may be read after its exit.
  await within(maxReadMs, read)
  return { code, output }
}

function chunksOf(build: string): string[] {
  const folder = join('.builds', build, '.next/static/page-data')
  return readdirSync(folder).map((name) => `/_next/static/page-data/${name}`)
}

// Over a new connection: a kept one may lead to the process before once more.
const page = async (at: number) => String((await ask(at, '/')).body)

function storedLeads(): number {
  const database = new Sqlite(environment.DATABASE_URL.replace('file:', ''), { readonly: true })
  const count = Number(database.prepare('SELECT count(*) FROM Lead').pluck().get())
  database.close()
  return count
}

test('no request fails while another build is deployed, and none during the way back', async () => {
  const [first = ''] = chunksOf(ours)
  const client = startAsking(port, [first])
  const processes = childrenOf(site.server.pid)

  const deployed = await command('deploy', brand)
  expect([deployed.code, deployed.output()]).toEqual([0, expect.stringContaining('npm run rollback')])
  expect(await page(port)).toContain(otherBrand.name)
  other = readHistory().good[0] ?? ''
  expect(readHistory().good).toEqual([other, ours])

  const before = client.asked.answers
  await expect.poll(() => client.asked.answers).toBeGreaterThan(before + 20)
  const back = await command('rollback')
  expect([back.code, back.output()]).toEqual([0, expect.stringContaining(ours)])
  expect(back.output()).not.toContain('Building')
  expect(await page(port)).not.toContain(otherBrand.name)

  const { failures, leads } = await client.stop()
  expect(failures).toEqual([])
  expect(leads).toBeGreaterThan(10)
  expect(storedLeads()).toBe(leads)
  // Those before have ended.
  await expect.poll(() => childrenOf(site.server.pid), { timeout: 60_000 }).toHaveLength(1)
  expect(childrenOf(site.server.pid)).not.toEqual(processes)
})

test('a page that was opened before a deploy gets the files that it was made with', async () => {
  const theirs = chunksOf(other).filter((file) => !chunksOf(ours).includes(file))
  expect(theirs.length).toBeGreaterThan(0)
  for (const file of theirs) {
    const { status, headers } = await fetch(`${site.address}${file}`)
    expect([file, status]).toEqual([file, 200])
    expect(headers.get('cache-control')).toContain('immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  for (const file of ['/_next/static/page-data/gone.js', '/_next/static/../../build.json']) {
    expect((await fetch(`${site.address}${file}`)).status, file).toBe(404)
  }
})

test('two brands from one checkout, at once and after a crash, do not mix', async () => {
  const theirs = await startServer(
    { ...serverEnvironment(), ...brand, NODE_V8_COVERAGE: coverage },
    'scripts/start.mjs',
  )
  expect(theirs.output()).not.toContain('Building')
  const titles = async (address: string) =>
    Promise.all(
      ['/', '/attestations', '/api/openapi.json', '/manifest.webmanifest'].map(async (path) => {
        const text = await (await fetch(address + path)).text()
        return [text.includes('Halcrest'), text.includes(otherBrand.name)]
      }),
    )
  const own = [...(await titles(site.address)), ...(await titles(theirs.address))]
  expect(own.filter(([first, second]) => first === second)).toEqual([])
  const images = await Promise.all(
    [site, theirs].map(async ({ address }) =>
      Buffer.from(await (await fetch(`${address}/share/home.en.png`)).arrayBuffer()),
    ),
  )
  expect(images[0]?.equals(images[1] ?? Buffer.alloc(0))).toBe(false)

  // The process that serves has crashed: it comes back as it was.
  const [serving = 0] = childrenOf(site.server.pid)
  process.kill(serving, 'SIGKILL')
  await expect.poll(() => page(port).catch(() => ''), { timeout: 60_000 }).toContain('Halcrest')
  expect(childrenOf(site.server.pid)).not.toContain(serving)
  expect(await titles(theirs.address)).toEqual(own.slice(4))
  await killServer(theirs.server, 'SIGTERM')
})

test('a build that does not become healthy is refused, and the one before goes on', async () => {
  const broken = `broken-${randomUUID()}`
  const folder = join('.builds', broken)
  cpSync(builtFolder, folder, { recursive: true, filter: (path) => basename(path) !== 'server' })
  const history = readHistory()
  // As if it had been served before this one.
  site = await restart({ ...history, good: [ours, broken] })
  const client = startAsking(port, [])
  const { code, output } = await command('rollback')
  expect(code).toBe(1)
  expect(output()).toMatch(/The site could not start: .*The build before goes on\./)
  expect((await client.stop()).failures).toEqual([])
  expect(readHistory().good).toEqual([ours, broken])
  rmSync(folder, { recursive: true })
  expect((await command('rollback')).output()).toContain('There is no build before this one.')
})

test('the process that serves has loaded nothing of set-up, build or compiler', () => {
  const reports = readdirSync(coverage).map((name) => JSON.parse(readFileSync(join(coverage, name), 'utf8')).result)
  const [serving = []] = reports
    .map((result: { url: string }[]) => result.map(({ url }) => url))
    .filter((urls) => urls.some((url) => url.endsWith('/server.mjs')))
  expect(serving.filter((url) => url.includes('/next/dist/server/')).length).toBeGreaterThan(10)
  expect(serving.filter((url) => compilers.test(url))).toEqual([])
  // Of the checkout itself there is nothing but the build.
  const own = serving.filter((url) => url.startsWith('file://') && !url.includes('/node_modules/'))
  expect(own.filter((url) => !url.includes(`/.builds/${other}/`))).toEqual([])
})

type History = { good: string[]; known: string[] }

function readHistory(): History {
  return JSON.parse(readFileSync(`.builds/served/${port}.json`, 'utf8'))
}

async function restart(history: History) {
  await killServer(site.server, 'SIGTERM')
  writeFileSync(`.builds/served/${port}.json`, JSON.stringify(history))
  return startServer(environment, 'scripts/start.mjs')
}
