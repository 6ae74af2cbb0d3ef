// Tests how the site starts and stops, and which data it retains after crashes,
// a full disk or a damaged database.
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { postLead } from '../support/contact'
import { copyProject } from '../support/copy-project'
import { selectColumnAt } from '../support/database'
import { isListening, sendHalf } from '../support/half-request'
import {
  collectOutput,
  killAll,
  killServer,
  runStart,
  serverEnvironment,
  sharedPort,
  startServer,
} from '../support/server'
import { startWebhookSink, webhookSettings } from '../support/sinks'
import { mountSmallDisk, unmountDisks } from '../support/small-disk'

test.describe.configure({ timeout: 120_000 })

test.afterEach(unmountDisks)

const patience = { timeout: 30_000 }

const failingStarts: [
  name: string,
  settings: () => Record<string, string>,
  sentence: RegExp,
][] = [
  [
    'every invalid setting at once',
    () => ({
      OPERATOR_KEYS: 'nobody',
      LEADS_FROM: 'nowhere',
      ATTESTATIONS_SIGNING_KEY: 'none.pem',
      HOST: '192.0.2.1',
    }),
    /^OPERATOR_KEYS must [^\n]+\.\nLEADS_FROM must [^\n]+\.\nATTESTATIONS_SIGNING_KEY must [^\n]+\.\nHOST is not an address [^\n]+\.$/,
  ],
  [
    'a PORT that is not a number',
    () => ({ PORT: 'http' }),
    /^PORT must be a whole number from 1 to 65535\.$/,
  ],
  [
    'a port in use',
    () => ({ PORT: String(sharedPort) }),
    /^Port \d+ is in use: stop the program that listens there, or set PORT\.$/,
  ],
  [
    'a HOST that is the address of another machine',
    () => ({ HOST: '192.0.2.1' }),
    /^HOST is not an address of this machine: 192\.0\.2\.1\.$/,
  ],
]
for (const [name, settings, sentence] of failingStarts) {
  test(`the server refuses to start and explains ${name}`, async () => {
    const { code, output } = await runStart({
      ...serverEnvironment(),
      ...settings(),
    })

    expect(output.trim()).toMatch(sentence)
    expect(code).toBe(1)
  })
}

// Kills the processes that failed tests leave behind when the worker exits.
const marks = new Set<string>()
process.once('exit', () => {
  for (const mark of marks) killAll(findMarked(mark))
})

/**
 * Returns the processes with a mark in their environment, even if their parent
 * has exited.
 */
function findMarked(mark: string): number[] {
  const { stdout } = spawnSync(
    'sh',
    ['-c', `grep -als ${mark} /proc/[0-9]*/environ`],
    { encoding: 'utf8' },
  )
  return (stdout.match(/\d+/g) ?? []).map(Number)
}

/**
 * Runs `npm start` in a separate process group, as a shell would, without the
 * variables of the npm that runs the tests.
 */
function runNpmStart(environment: Record<string, string>, cwd = '.') {
  const mark = randomUUID()
  marks.add(mark)
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('npm_'),
  )
  const env = {
    ...Object.fromEntries(own),
    ...environment,
    TEST_MARK: mark,
  } as unknown as NodeJS.ProcessEnv
  const child = spawn('npm', ['start'], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = new Promise((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  )
  return {
    exit,
    output: collectOutput(child),
    processes: () => findMarked(mark),
    pid: Number(child.pid),
  }
}

test.describe('npm start', () => {
  test.skip(
    !existsSync('/proc/self/environ'),
    'needs Linux to find the processes of a command',
  )

  async function start(more: Record<string, string> = {}) {
    const environment = { ...serverEnvironment(), ...more }
    const run = runNpmStart(environment)
    await expect
      .poll(run.output, { timeout: 60_000 })
      .toContain('The site is at')
    return {
      ...run,
      environment,
      port: Number(environment.PORT),
      address: `http://localhost:${environment.PORT}`,
    }
  }

  type Site = Awaited<ReturnType<typeof start>>

  /**
   * Calls `send` during a request. Expects that the request is answered and
   * that no process remains.
   */
  async function expectDrained(site: Site, send: () => void | Promise<void>) {
    const message = await sendHalf(site.port)
    await send()
    await expect.poll(() => isListening(site.port), patience).toBe(false)
    expect(await message.finish()).toMatch(
      /HTTP\/1\.1 201 Created\r\n[\s\S]*\r\nConnection: close\r\n/,
    )
    await expect.poll(site.processes, patience).toEqual([])
  }

  function select({ environment }: Site, sql: string) {
    // A database that was closed properly has no write-ahead log.
    expect(
      existsSync(`${environment.DATABASE_URL.replace('file:', '')}-wal`),
    ).toBe(false)
    return selectColumnAt<number>(environment.DATABASE_URL, sql)
  }

  test('finishes requests and deliveries on SIGTERM and exits with 0', async () => {
    const webhook = await startWebhookSink()
    const { promise, resolve: release } = Promise.withResolvers<void>()
    webhook.answers = promise
    const site = await start(webhookSettings(webhook))

    expect((await postLead(site.address))?.status).toBe(201)
    await expect.poll(() => webhook.requests, patience).toBe(1)
    await expectDrained(site, async () => {
      process.kill(site.pid, 'SIGTERM')
      await expect.poll(() => isListening(site.port), patience).toBe(false)
      release()
    })
    expect(await site.exit).toBe(0)
    expect(await select(site, 'SELECT count(*) FROM Lead')).toEqual([2])
    expect(
      await select(
        site,
        'SELECT count(*) FROM Delivery WHERE deliveredAt IS NOT NULL',
      ),
    ).toEqual([1])

    await webhook.close()
  })

  test('cuts off endless requests and deliveries on SIGTERM and exits with 0', async () => {
    const webhook = await startWebhookSink()
    webhook.answers = new Promise(() => {})
    const site = await start(webhookSettings(webhook))

    expect((await postLead(site.address))?.status).toBe(201)
    await expect.poll(() => webhook.requests, patience).toBe(1)

    await sendHalf(site.port)
    process.kill(site.pid, 'SIGTERM')
    expect(await site.exit).toBe(0)
    expect(
      await select(
        site,
        "SELECT count(*) FROM Delivery WHERE lastError = 'SITE_STOPPED'",
      ),
    ).toEqual([1])

    await webhook.close()
  })

  for (const starter of ['npm', 'the script that runs the server']) {
    test(`shuts down cleanly after kill -9 of ${starter}`, async () => {
      const site = await start()
      const server = site
        .processes()
        .find((pid) =>
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server.mjs'),
        )
      const [, parent] =
        readFileSync(`/proc/${server}/status`, 'utf8').match(
          /^PPid:\t(\d+)$/m,
        ) ?? []

      await expectDrained(
        site,
        () =>
          void process.kill(
            starter === 'npm' ? site.pid : Number(parent),
            'SIGKILL',
          ),
      )
      expect(await select(site, 'SELECT count(*) FROM Lead')).toEqual([1])
    })
  }

  test('does not cut off a request on Ctrl+C or further signals', async () => {
    const site = await start()

    await expectDrained(site, async () => {
      process.kill(-site.pid, 'SIGINT')
      await expect.poll(() => isListening(site.port), patience).toBe(false)
      for (const signal of ['SIGTERM', 'SIGINT'] as const)
        process.kill(-site.pid, signal)
    })
  })

  test('ends all setup commands on SIGTERM', async () => {
    const folder = copyProject()

    try {
      rmSync(join(folder, 'lib/chatbot/classifier/generated'), {
        recursive: true,
        force: true,
      })
      const run = runNpmStart(serverEnvironment(), folder)
      await expect
        .poll(run.output, { timeout: 60_000, intervals: [20] })
        .toContain('Training the assistant')
      process.kill(run.pid, 'SIGTERM')
      await expect.poll(run.processes, patience).toEqual([])
      expect(run.output()).not.toContain('Building')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

const crashes = 4

test('crashes during writes neither lose nor duplicate a confirmed lead', async () => {
  test.setTimeout(60_000 + crashes * 30_000)
  const environment = serverEnvironment()
  const rounds: string[][] = []
  while (rounds.length < crashes) {
    const answered: string[] = []
    rounds.push(answered)
    const { server, address } = await startServer(environment, {
      command: 'start',
    })
    const writers = Array.from({ length: 4 }, async () => {
      for (;;) {
        const answer = await postLead(address)
        if (!answer) return
        if (answer.status === 201) answered.push(answer.body.id)
      }
    })
    // Waits for one more response per round, so that further requests are under
    // way at the crash. Ignores a timeout so that lost leads are reported
    // first.
    await expect
      .poll(() => answered.length, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(rounds.length)
      .catch(() => {})
    await killServer(server)
    await Promise.all(writers)
  }
  const stored = await storedIds(environment)

  expect(rounds.flat().filter((id) => !stored.includes(id))).toEqual([])
  expect(new Set(stored).size).toBe(stored.length)
  expect(rounds.filter((answered) => answered.length === 0)).toEqual([])
})

/**
 * Fills a disk, and sends leads until the database finds no space in its own
 * file either. Returns the status of the refused lead.
 */
async function fillDisk(ballast: string, address: string) {
  spawnSync('sh', ['-c', `cat /dev/zero > ${ballast}`])
  const message = 'x'.repeat(4900)
  let refused = await postLead(address, { message })
  for (let attempt = 0; attempt < 400 && refused?.status === 201; attempt++)
    refused = await postLead(address, { message })
  return refused?.status
}

test('a full disk stops only new leads, and only until there is space again', async () => {
  const disk = mountSmallDisk(test.skip, '3m')
  const ballast = join(disk, 'ballast')
  const environment = serverEnvironment(disk)
  const { server, address, output } = await startServer(environment)
  const statusOf = async (path: string) => (await fetch(address + path)).status
  const stored = await postLead(address)

  await test.step('while the disk is full', async () => {
    expect(await fillDisk(ballast, address)).toBe(503)
    expect(await statusOf('/')).toBe(200)
    expect(await statusOf('/healthz')).toBe(200)
    await expect.poll(() => statusOf('/readyz')).toBe(503)
  })

  await test.step('once there is space', async () => {
    rmSync(ballast)
    await expect.poll(async () => (await postLead(address))?.status).toBe(201)
    await expect.poll(() => statusOf('/readyz')).toBe(200)
  })

  expect(await storedIds(environment)).toContain(stored?.body.id)
  expect(output()).toContain('database unavailable')
  await killServer(server)
})

test('with a damaged database, the server shows pages, rejects leads and logs advice', async () => {
  const environment = serverEnvironment()
  const file = environment.DATABASE_URL.replace('file:', '')
  const letter = 'a letter '.repeat(1000)
  writeFileSync(file, letter)
  const { server, address, output } = await startServer(environment, {
    command: 'start',
  })
  const advice =
    'is damaged or not a database (SQLITE_NOTADB): restore it from a backup (docs/operations.md'

  const pages = await Promise.all(
    ['/', '/fr/contact', '/healthz'].map(
      async (path) => (await fetch(address + path)).status,
    ),
  )
  const lead = await postLead(address)
  const ready = await fetch(`${address}/readyz`)

  expect(output()).toContain(`The database ${file} ${advice}`)
  expect(pages).toEqual([200, 200, 200])
  expect(lead?.status).toBe(503)
  expect(ready.status).toBe(503)
  expect(await ready.text()).toContain(`The database ${advice}`)
  expect(readFileSync(file, 'utf8')).toBe(letter)
  await killServer(server)
})

async function storedIds({ DATABASE_URL }: { DATABASE_URL: string }) {
  const damages = await selectColumnAt(
    DATABASE_URL,
    'SELECT integrity_check FROM pragma_integrity_check',
  )
  expect(damages).toEqual(['ok'])
  return selectColumnAt(DATABASE_URL, 'SELECT id FROM Lead')
}
