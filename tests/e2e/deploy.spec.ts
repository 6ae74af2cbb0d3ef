// Tests a release in another folder, restarts under load on a socket held by
// another process, and files of the previous build.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { keepOlderAssets } from '@/scripts/builds/build-site'
import { smallPdf } from '../support/attestations'
import { postLead } from '../support/contact'
import { makeScratchFolder } from '../support/scratch'
import {
  childrenOf,
  collectOutput,
  killServer,
  operatorKey,
  prepareDatabase,
  serverEnvironment,
  takePort,
} from '../support/server'

test.describe.configure({ timeout: 600_000 })

// Holds the listening socket and restarts the server, as systemd does with
// site.socket and site.service.
const unit = `while :; do
  sh -c 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" .build/server.mjs' "$0"
  echo "ended with $?"
  sleep 0.5
done`

async function startUnit(environment: Record<string, string>) {
  const socket = createServer()
  await new Promise<void>((done) =>
    socket.listen({ port: Number(environment.PORT), host: '127.0.0.1' }, done),
  )
  const { fd } = (socket as unknown as { _handle: { fd: number } })._handle
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...environment,
    NODE_ENV: 'production',
  }
  const parent = spawn('sh', ['-c', unit, process.execPath], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', fd],
  })
  // Closes this process's copy of the socket, so that only the unit holds it.
  socket.close()
  return { parent, output: collectOutput(parent) }
}

/**
 * Requests pages and sends leads over persistent and new connections until
 * stopped, without retries.
 */
function startAsking(address: string) {
  const asked = { answers: 0, failures: [] as string[] }
  let going = true
  const statusOf = async (path: string, Connection: string) => {
    if (path === '/api/contact') return (await postLead(address))?.status
    const answer = await fetch(address + path, { headers: { Connection } })
    // Reads the response so that the connection can be reused.
    await answer.arrayBuffer()
    return answer.status
  }
  const keepAsking = async (path: string, connection: string) => {
    for (; going; await pause(20)) {
      const outcome = await statusOf(path, connection).catch(String)
      if (outcome === 200 || outcome === 201) asked.answers++
      else asked.failures.push(`${path}: ${outcome}`)
    }
  }
  const paths = ['/', '/attestations', '/healthz', '/api/contact']
  const loops = paths.flatMap((path) =>
    ['keep-alive', 'close'].map((connection) => keepAsking(path, connection)),
  )
  const stop = () => {
    going = false
    return Promise.all(loops)
  }
  return { asked, stop }
}

test('no request fails while the server restarts under load on a systemd socket', async () => {
  test.skip(
    !existsSync('/proc/self/environ'),
    'needs a socket as a file descriptor',
  )
  const port = takePort()
  const limits = ['PER_CLIENT', 'GLOBAL'].map((name) => [
    `LIMIT_CONTACT_${name}`,
    '1000000',
  ])
  const environment = {
    ...serverEnvironment(undefined, port),
    ...Object.fromEntries(limits),
  }
  await prepareDatabase(environment.DATABASE_URL)
  const { parent, output } = await startUnit(environment)
  const count = (text: string) => output().split(text).length - 1

  await expect.poll(() => count('The site is at'), { timeout: 60_000 }).toBe(1)

  const client = startAsking(`http://127.0.0.1:${port}`)
  for (const restarts of [1, 2]) {
    const before = client.asked.answers
    await expect.poll(() => client.asked.answers).toBeGreaterThan(before + 10)
    for (const pid of childrenOf(parent.pid)) process.kill(pid, 'SIGTERM')
    await expect
      .poll(() => count('The site is at'), { timeout: 60_000 })
      .toBe(restarts + 1)
  }
  await client.stop()
  const server = childrenOf(parent.pid)
  parent.kill('SIGKILL')
  for (const pid of server) process.kill(pid, 'SIGTERM')
  expect(client.asked.failures).toEqual([])
  expect(count('ended with 0')).toBe(2)
})

test.describe('a release in another folder', () => {
  test.describe.configure({ mode: 'serial' })
  const data = makeScratchFolder('release-data-')
  // The settings that all releases share, as documented. Adding the first key
  // creates the file.
  const settings = join(data, '.env')
  const environment = serverEnvironment(data)
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...environment,
    NODE_ENV: 'production',
  }
  let folder: string
  let files: string[]

  const command = (
    name: string,
    options: { env?: NodeJS.ProcessEnv } = { env },
  ) =>
    promisify(execFile)(
      process.execPath,
      name
        .split(' ')
        .map((word, at) => (at === 0 ? `commands/${word}.mjs` : word)),
      { cwd: folder, ...options },
    )
  const outputOfFailure = (failure: { stdout: string; stderr: string }) =>
    failure

  test.beforeAll(async () => {
    test.setTimeout(600_000)
    const made = join(makeScratchFolder('made-'), 'site')
    await promisify(execFile)(process.execPath, [
      '--import',
      'tsx',
      'scripts/package.ts',
      '--to',
      made,
    ])
    // Moves the release out of the checkout so that it cannot find the
    // checkout's packages.
    folder = join(mkdtempSync(join(tmpdir(), 'release-')), 'site')
    await promisify(execFile)('mv', [made, folder])
    symlinkSync(settings, join(folder, '.env'))
    files = readdirSync(folder)
  })
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('creates its settings along with the first operator key', async () => {
    const added = await command('operator add alice', {})

    expect(added.stdout).toContain('The key of alice')
    expect(readFileSync(settings, 'utf8')).toMatch(
      /^APP_SECRET=[\w-]{43}\nOPERATOR_KEYS=alice:[\w-]{43}$/m,
    )
  })

  test('creates its database', async () => {
    const { stdout } = await command('migrate')

    expect(stdout).toContain('Database: applied')
  })

  test('refuses an address or brand that it was not built for', async () => {
    const SITE_URL = 'https://other.example'

    const { stderr } = await command('migrate', {
      env: { ...env, SITE_URL, BRAND: 'other' },
    }).catch(outputOfFailure)

    expect(stderr).toMatch(
      /^SITE_URL is https:\/\/other\.example, but this release was built with http:\/\/localhost:\d+: build it again\.$/m,
    )
    expect(stderr).toMatch(
      /^BRAND is other, but this release was built with the default brand: build it again\.$/m,
    )
  })

  test('needs only Node to run', async () => {
    const server = spawn(process.execPath, ['.build/server.mjs'], {
      cwd: folder,
      env,
    })
    const output = collectOutput(server)
    await expect.poll(output, { timeout: 60_000 }).toContain('The site is at')
    const address = `http://localhost:${environment.PORT}`

    await test.step('pages and compressed scripts', async () => {
      const page = await (await fetch(`${address}/fr`)).text()
      const [script = ''] = page.match(/\/_next\/static\/[^"]+\.js/) ?? []
      const { headers } = await fetch(address + script)
      expect(page).toContain('</h1>')
      expect(headers.get('content-encoding')).toMatch(/br|gzip/)
    })

    await test.step('leads and commands', async () => {
      const lead = await postLead(address)
      const backup = await command('backup')
      // Ignores the exit code 1, because test keys are easy to guess.
      const doctor = await command('doctor').catch(outputOfFailure)
      expect(lead?.status).toBe(201)
      expect(backup.stdout).toContain('Backed up to')
      expect(doctor.stdout).toMatch(/^ok {7}database_writable: \d+ ms/m)
    })

    await test.step('a clean exit', async () => {
      const exit = once(server, 'exit')
      server.kill('SIGTERM')
      expect((await exit)[0]).toBe(0)
    })
  })

  test('writes only its data', () => {
    expect(readdirSync(folder)).toEqual(files)
  })

  test('contains no path of the checkout', () => {
    const naming = (path: string) =>
      readFileSync(path, 'utf8').includes(resolve('.'))

    const texts = readdirSync(join(folder, '.build'), {
      recursive: true,
      encoding: 'utf8',
    })
      .filter(
        (name) => /\.(m?js|json)$/.test(name) && !name.includes('node_modules'),
      )
      .map((name) => join(folder, '.build', name))
      .filter(
        (path) =>
          statSync(path).isFile() &&
          !path.endsWith('required-server-files.json'),
      )

    expect(texts.length).toBeGreaterThan(100)
    expect(texts.filter(naming)).toEqual([])
  })
})

test('the image works for any user in group 0', async () => {
  test.skip(!process.env.TEST_ALL, 'packages the site once more')
  test.skip(
    process.getuid?.() !== 0 || !existsSync('/usr/bin/setpriv'),
    'needs root and setpriv to be another user',
  )
  const folder = mkdtempSync(join(tmpdir(), 'image-'))
  chmodSync(folder, 0o755)
  const release = join(folder, 'current')
  const data = join(folder, 'data')
  const [, options = ''] =
    readFileSync('Dockerfile', 'utf8').match(
      /RUN install (.*) \/srv\/site\/data$/m,
    ) ?? []
  // Replaces the image's `node` user with its id, 1000, because this machine
  // may have no such user.
  const made = options.replace('=node', '=1000').split(' ')
  await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    'scripts/package.ts',
    '--to',
    release,
  ])
  await promisify(execFile)('install', [...made, data])

  const { PORT, ...settings } = serverEnvironment(data)
  const env = {
    ...process.env,
    ...settings,
    PORT,
    HOME: '/',
    NODE_ENV: 'production' as const,
  }
  const user = ['--reuid', '12345', '--regid', '0', '--clear-groups']
  const server = spawn('setpriv', [...user, 'npm', 'start'], {
    cwd: release,
    env,
  })
  try {
    await expect
      .poll(collectOutput(server), { timeout: 60_000 })
      .toContain('The site is at')
    const address = `http://localhost:${PORT}`
    const headers = {
      Authorization: `Bearer ${operatorKey}`,
      'Content-Type': 'application/pdf',
    }
    const upload = { method: 'POST', headers, body: smallPdf }
    expect((await postLead(address))?.status).toBe(201)
    expect(
      (await fetch(`${address}/api/attestations/files`, upload)).status,
    ).toBe(201)
    expect(statSync(join(data, 'site.db')).uid).toBe(12345)
  } finally {
    await killServer(server)
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a build includes the assets of the previous build but not of older ones', () => {
  const folder = makeScratchFolder('builds-')
  const folders = ['one', 'two', 'three'].map((name) => {
    const made = join(folder, name, '.next/static-site')
    mkdirSync(join(made, 'files/_next/static'), { recursive: true })
    const file = `files/_next/static/${name}.js`
    for (const ending of ['', '.br', '.gz'])
      writeFileSync(join(made, file + ending), name)
    const files = {
      [`/_next/static/${name}.js`]: { file, headers: {}, isCompressed: true },
    }
    writeFileSync(
      join(made, 'index.json'),
      JSON.stringify({ pages: {}, files, styles: [] }),
    )
    return join(folder, name)
  })
  const [one = '', two = '', three = ''] = folders
  keepOlderAssets(one, join(folder, 'none'))
  keepOlderAssets(two, one)
  keepOlderAssets(three, two)
  const site = join(three, '.next/static-site')
  const { files } = JSON.parse(readFileSync(join(site, 'index.json'), 'utf8'))

  expect(Object.keys(files)).toEqual([
    '/_next/static/three.js',
    '/_next/static/two.js',
  ])
  expect(readFileSync(join(site, 'files/_next/static/two.js.br'), 'utf8')).toBe(
    'two',
  )
})

test('a build includes no asset of another brand’s build', () => {
  const folder = makeScratchFolder('builds-')
  const [mine, other] = ['brands/acme', 'brands/halcrest'].map((brand, at) => {
    const made = join(folder, `${at}`)
    const site = join(made, '.next/static-site')
    const file = `files/_next/static/${at}.js`
    mkdirSync(join(site, 'files/_next/static'), { recursive: true })
    writeFileSync(join(site, file), brand)
    writeFileSync(join(made, 'made-from'), `${brand}\n0123`)
    const files = {
      [`/_next/static/${at}.js`]: { file, headers: {}, isCompressed: false },
    }
    const index = JSON.stringify({ pages: {}, files, styles: [] })
    writeFileSync(join(site, 'index.json'), index)
    return made
  })

  keepOlderAssets(mine ?? '', other ?? '')

  const index = join(mine ?? '', '.next/static-site/index.json')
  const { files } = JSON.parse(readFileSync(index, 'utf8'))
  expect(Object.keys(files)).toEqual(['/_next/static/0.js'])
})
