import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { makePackage } from '@/scripts/package/make.mjs'
import { builtFolder } from '../support/built'
import { postLead } from '../support/leads'
import { makeScratchFolder } from '../support/scratch'
import { serverEnvironment, startServer } from '../support/server'

test.describe.configure({ mode: 'serial' })

// Outside of the checkout, whose packages are found from no other place.
const folder = join(mkdtempSync(join(tmpdir(), 'package-')), 'site')
const programs = mkdtempSync(join(tmpdir(), 'only-node-'))
const data = makeScratchFolder('package-data-')
const environment = { ...serverEnvironment(data), PATH: programs }

const made = join(makeScratchFolder('made-'), 'site')

test.beforeAll(async () => {
  symlinkSync(process.execPath, join(programs, 'node'))
  await makePackage(basename(builtFolder), made)
  await promisify(execFile)('mv', [made, folder])
})

test.afterAll(() => {
  for (const made of [dirname(folder), programs]) rmSync(made, { recursive: true, force: true })
})

async function command(name: string, ...args: string[]) {
  const env = { ...process.env, ...environment }
  const ran = promisify(execFile)(process.execPath, [join(folder, 'commands', `${name}.mjs`), ...args], { env })
  const {
    stdout = '',
    stderr = '',
    code = 0,
  } = await ran.then(
    (output) => ({ ...output, code: 0 }),
    (error) => error,
  )
  return { output: stdout + stderr, code }
}

test('a package serves in another folder, with Node and nothing else', async () => {
  const files = readdirSync(folder)
  const { server, address } = await startServer(environment, 'start.mjs', 120, folder)
  const page = await (await fetch(`${address}/fr`)).text()
  expect(page).toContain('</h1>')
  const [script = ''] = page.match(/\/_next\/static\/[^"]+\.js/) ?? []
  expect((await fetch(address + script)).headers.get('content-encoding')).toMatch(/br|gzip/)
  const answer = await postLead(address)
  expect(answer?.status).toBe(201)

  const shown = await command('leads', 'show', answer?.body.id)
  expect([shown.code, shown.output]).toEqual([0, expect.stringContaining('@banque.example')])
  const backup = await command('backup')
  expect([backup.code, backup.output]).toEqual([0, expect.stringContaining('Backed up to')])
  expect(readdirSync(join(data, 'backups'))).toHaveLength(1)

  const exit = new Promise((resolve) => server.once('exit', (code, signal) => resolve(signal ?? code)))
  server.kill('SIGTERM')
  expect(await exit).toBe(0)
  // Its folder may be one that it cannot write to.
  expect(readdirSync(folder)).toEqual(files)
  expect(existsSync(join(folder, '.builds/served'))).toBe(false)
})

test('a package names to proxies the folder that it was made for, and nothing names the checkout', () => {
  const build = join(folder, '.builds', basename(builtFolder))
  const maps = readFileSync(join(build, '.next/static-site/nginx-maps.conf'), 'utf8')
  expect(maps).toContain(join(made, '.builds', basename(builtFolder), '.next/static-site'))
  const naming = (path: string) => readFileSync(path, 'utf8').includes(resolve('.'))
  const texts = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(m?js|json|conf)$/.test(name) && statSync(join(build, name)).isFile(),
  )
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter((name) => !name.includes('node_modules') && naming(join(build, name)))).toEqual([])
})

test('a package for another system says in one sentence what it lacks', async () => {
  const native = join(folder, 'node_modules/better-sqlite3/prebuilds')
  const compiled = join(folder, 'node_modules/better-sqlite3-12')
  for (const path of [native, compiled]) if (existsSync(path)) renameSync(path, `${path}.away`)
  const { code, output } = await command('migrate')
  for (const path of [native, compiled]) if (existsSync(`${path}.away`)) renameSync(`${path}.away`, path)
  expect(code).toBe(1)
  expect(output).toMatch(
    /^SQLite's native module cannot be loaded: Node \S+ on \S+ installed it, and this is [^\n]+\.\n$/,
  )
})

test('a package is not made where something else is', async () => {
  const other = makeScratchFolder('taken-')
  writeFileSync(join(other, 'letters.txt'), '')
  const make = "import('./scripts/package/make.mjs').then((it) => it.makePackage(...process.argv.slice(1)))"
  const made = promisify(execFile)(process.execPath, ['-e', make, basename(builtFolder), other])
  await expect(made).rejects.toMatchObject({ code: 1, stderr: `${other} is not empty: name another folder.\n` })
  expect(readdirSync(other)).toEqual(['letters.txt'])
})
