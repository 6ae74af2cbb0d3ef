// Tests the site's log lines and metrics.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { keysIn, mark } from '@/lib/preview/marks'
import { builtFolder, canaries } from '../support/built'
import { validContact } from '../support/contact'
import { exchange } from '../support/misbehaving-clients'
import {
  killServer,
  operatorKey,
  serverEnvironment,
  startServer,
  takePort,
} from '../support/server'
import { startMailSink } from '../support/sinks'
import { startUpstream } from '../support/upstream'

const port = takePort()

// Visitor input with characters that could forge a log line or color the
// operator's terminal.
const forged =
  '\n{"level":50,"msg":"forged"}\r\n\u001b[31mforged\u001b[0m\u2028forged'
const person = {
  name: `Songbird Person${forged}`,
  email: 'songbird.person@banque.example',
  company: `Songbird Bank${forged}`,
  phone: '+33 1 99 00 12 34',
  message: `songbird message${forged}`,
  language: 'fr',
  honeypot: '',
}

/**
 * Starts a mail server that rejects every message with an error that repeats
 * the envelope and content.
 */
function startTalkativeMailServer() {
  return startMailSink(0, {
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData: (stream, session, done) =>
      void text(stream).then((sent) =>
        done(new Error(`refused: ${JSON.stringify(session.envelope)} ${sent}`)),
      ),
  })
}

type Line = {
  level: string
  time: string
  msg: string
  request?: string
  path?: string
  status?: number
}

/**
 * Returns what a server has logged since it printed its address, without the
 * lines for people, which begin with an arrow.
 */
function logged(output: string): Line[] {
  const lines = output.slice(output.indexOf('→ The site is at')).split('\n')
  return lines
    .filter((line) => line && !line.startsWith('→ '))
    .map((line) => JSON.parse(line))
}

function postJson(
  address: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  return fetch(address + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const message = {
  session_id: 'songbird-session-0123456789',
  message: 'songbird question 99 00 12 34',
  language: 'en',
}

/**
 * Sends valid and invalid input to every entry point and returns the response
 * bodies.
 */
async function sendEverything(address: string): Promise<string[]> {
  const form = new URLSearchParams(person).toString()
  const wrongKey = {
    Authorization: 'Bearer songbird-wrong-key-0123456789-0123456789',
  }
  const get = (path: string, headers: Record<string, string>) =>
    fetch(address + path, { headers })
  const answers = await Promise.all([
    postJson(address, '/api/contact', person),
    postJson(address, '/api/contact', {
      ...person,
      email: 'songbird@',
      songbird: 1,
    }),
    postJson(address, '/api/contact', form, {
      'Content-Type': 'application/x-www-form-urlencoded',
    }),
    postJson(address, '/api/contact', `{"name":"songbird`),
    postJson(address, '/api/contact', person, {
      Origin: 'https://songbird.example',
    }),
    postJson(address, '/api/contact', person, {
      'Idempotency-Key': 'songbird',
    }),
    postJson(address, '/api/contact?email=songbird', {
      ...person,
      message: 'songbird '.repeat(5000),
    }),
    postJson(address, '/api/chatbot/chat', message),
    postJson(address, '/api/operator/session', { key: 'songbird-wrong-key' }),
    postJson(address, '/api/attestations', { title: 'songbird' }, wrongKey),
    postJson(address, '/fr/contact', 'songbird', { 'Next-Action': 'songbird' }),
    get('/api/contact?email=songbird', {
      Authorization: `Bearer ${canaries.OPERATOR_KEYS.slice('tester:'.length)}`,
    }),
    get('/fr/contact?name=songbird', {
      'User-Agent': 'songbird',
      Referer: 'http://songbird/',
    }),
    get('/attestations?songbird', {
      rsc: '1',
      'Next-Router-State-Tree': 'songbird',
      Cookie: 'operator=songbird',
    }),
  ])
  await exchange(
    port,
    `GET /songbird\u0000 HTTP/1.1\r\nHost: songbird\r\nSongbird\r\n\r\n`,
  )
  const ofSongbird =
    'Host: songbird\r\nX-Request-Id: songbird\r\nConnection: close'
  await exchange(
    port,
    `GET /?q=songbird%0a{} HTTP/1.1\r\n${ofSongbird}\r\n\r\n`,
  )
  return Promise.all(answers.map((answer) => answer.text()))
}

/** Renames tables of a site so that its queries fail. */
function takeAway(
  { DATABASE_URL }: { DATABASE_URL: string },
  ...tables: string[]
) {
  const database = new Sqlite(DATABASE_URL.replace('file:', ''))
  for (const table of tables)
    database.exec(`ALTER TABLE "${table}" RENAME TO "Gone${table}"`)
  database.close()
}

function expectNothingPrivate(texts: string[]) {
  for (const each of texts)
    expect(each).not.toMatch(/songbird|99 ?00 ?12 ?34|forged/i)
}

test('neither the log nor any response contains secrets or visitor input', async () => {
  const mail = await startTalkativeMailServer()
  const upstream = await startUpstream()
  const environment = {
    ...serverEnvironment(undefined, port),
    ...canaries,
    LOG_LEVEL: 'debug',
    APP_SECRET: 'songbird-app-secret-0123456789-0123456789',
    SMTP_URL: `smtp://songbird-smtp-user:songbird-smtp-password@127.0.0.1:${mail.port}`,
    SMTP_ALLOW_PLAINTEXT: 'true',
    LEADS_WEBHOOK_URL: `${upstream.base}/songbird-webhook-path`,
    LEADS_ACKNOWLEDGE: 'true',
    CHATBOT_URL: `${upstream.base}/songbird-chat-path`,
  }
  upstream.behave((_, response) => {
    response.writeHead(500, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ [`songbird${forged}`]: 'songbird' }))
  })
  const site = await startServer(environment, { command: 'start' })

  const answers = await sendEverything(site.address)
  // Waits until the mail, acknowledgment and webhook deliveries have failed.
  await expect
    .poll(() => site.output().match(/not delivered yet/g)?.length ?? 0)
    .toBeGreaterThanOrEqual(3)
  takeAway(
    environment,
    'Lead',
    'Attestation',
    'OperatorSession',
    'ChatSession',
    'ChatMessage',
  )
  const failures = await sendEverything(site.address)
  await killServer(site.server)
  await Promise.all([mail.close(), upstream.stop()])

  expectNothingPrivate([...answers, ...failures, site.output()])
  const lines = logged(site.output())
  expect(lines.length).toBeGreaterThan(30)
  for (const line of lines)
    expect(line).toMatchObject({
      level: expect.any(String),
      msg: expect.any(String),
    })
  expect(lines.map(({ msg }) => msg)).toContain('unexpected error')
})

test.describe('a request id', () => {
  // Shares one server, because the tests start it and read its whole log.
  test.describe.configure({ mode: 'default' })

  const environment = { ...serverEnvironment(), LOG_LEVEL: 'info' }
  let site: Awaited<ReturnType<typeof startServer>>

  test.beforeAll(async () => {
    site = await startServer(environment)
  })

  test.afterAll(() => killServer(site.server))

  /** Sends a request and returns the id of its response and its log lines. */
  async function linesAbout(path: string, init: RequestInit = {}) {
    const headers = { 'X-Request-Id': 'made-up', ...init.headers }
    const response = await fetch(site.address + path, { ...init, headers })
    const id = response.headers.get('x-request-id')
    const lines = () =>
      logged(site.output()).filter(({ request }) => request === id)
    // The server logs this line last, after the whole response.
    await expect.poll(() => lines().map(({ msg }) => msg)).toContain('answered')
    return { id, lines: lines() }
  }

  test('comes from the server, never from the client', async () => {
    const { id, lines } = await linesAbout('/no-such-page')

    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(lines).toEqual([
      expect.objectContaining({ path: '/no-such-page', status: 404 }),
    ])
    expect(site.output()).not.toContain('made-up')
  })

  test('is on the line about a page, which omits the query', async () => {
    const { lines } = await linesAbout('/fr?name=Jeanne')

    expect(lines).toEqual([
      expect.objectContaining({
        method: 'GET',
        path: '/fr',
        status: 200,
        msg: 'answered',
      }),
    ])
    expect(site.output()).not.toContain('Jeanne')
  })

  test('is on every line about a refused operator', async () => {
    const { lines } = await linesAbout('/api/operator/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ key: 'a-wrong-key' }),
    })

    expect(lines.map(({ msg }) => msg)).toEqual([
      'wrong operator key',
      'answered',
    ])
  })

  test('is on the line about an error', async () => {
    takeAway(environment, 'Attestation')

    const { id, lines } = await linesAbout('/es/attestations')

    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(lines.map(({ msg }) => msg)).toContain(
      'the list of reports could not be loaded',
    )
  })
})

// Strings that only the preview contains: its paths, its header, names from its
// module and an encoded letter of a mark.
const previewTraces = [
  '/_preview/',
  'x-preview',
  'previewCatalog',
  'lib/preview',
  mark('e').slice(0, 2),
]

function filesOfBuild(): string[] {
  const files = readdirSync(builtFolder, {
    recursive: true,
    withFileTypes: true,
  })
  return files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

test('a build contains no secrets', () => {
  const secret = /songbird-|only-for-tests-0123456789/

  const files = filesOfBuild()

  expect(files.length).toBeGreaterThan(100)
  expect(
    files.filter((file) => secret.test(readFileSync(file, 'latin1'))),
  ).toEqual([])
})

test('a build contains no code of the editor’s preview', () => {
  const hasTrace = (file: string) =>
    previewTraces.some((trace) => readFileSync(file, 'utf8').includes(trace))

  // Skips source maps because they contain the server's sources and are not
  // served.
  const files = filesOfBuild().filter(
    (file) =>
      /\.next\/(static|server)\//.test(file) && !/\.(map|woff2)$/.test(file),
  )

  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(hasTrace)).toEqual([])
})

test('a built site serves no preview', async ({ request }) => {
  const page = await request.get('/fr/contact/received', {
    headers: { 'X-Preview': 'keys' },
  })
  const state = await request.get('/_preview/state')
  const script = await request.get('/_preview/preview.js')

  expect(keysIn(await page.text())).toEqual([])
  expect(state.status()).toBe(404)
  expect(script.status()).toBe(404)
})

const typed = 'a-path-that-a-visitor-made-up'

/** Sends requests of every kind to a new server, and a lead. */
async function startCounting() {
  const site = await startServer(serverEnvironment())
  const paths = [
    '/',
    '/fr/contact',
    `/${typed}`,
    `/attestations/2021?${typed}`,
    `/api/${typed}`,
    `/%2e/${typed}`,
  ]
  for (const path of paths) await fetch(site.address + path)
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const { status } = await postJson(
    site.address,
    '/api/contact',
    validContact,
    headers,
  )
  if (status !== 201) throw new Error(`The lead got ${status}.`)
  return site
}

test('metrics are only for operators and never contain requested addresses', async () => {
  const site = await startCounting()
  const scrape = () =>
    fetch(`${site.address}/metrics`, {
      headers: { Authorization: `Bearer ${operatorKey}` },
    })
  await expect
    .poll(async () => (await scrape()).text())
    .toContain('{kind="/api/contact",status="201"} 1')

  const refused = await fetch(`${site.address}/metrics`)
  const scraped = await scrape()
  const metrics = await scraped.text()
  await killServer(site.server)

  expect(refused.status).toBe(401)
  expect(scraped.headers.get('content-type')).toContain(
    'text/plain; version=0.0.4',
  )
  for (const metric of [
    'site_build_info',
    'nodejs_eventloop_lag_p99_seconds',
    /_count\{kind="page",status="200"\} \d/,
    /_count\{kind="unknown",status="404"\} \d/,
    'site_http_request_duration_seconds_count{kind="/api/contact",status="201"} 1',
    'site_leads_received_total{source="form",state="accepted"} 1',
  ])
    expect(metrics).toMatch(metric)
  expect(metrics).not.toContain(typed)
})

test('an uncaught error is logged before the server exits with code 1', async () => {
  // Encodes the script, so that the error's stack, which contains this address,
  // does not show its words.
  const thrower = Buffer.from(
    `process.on('SIGUSR2', () => { throw new TypeError('songbird') })`,
  ).toString('base64')
  const environment = {
    ...serverEnvironment(),
    NODE_OPTIONS: `--import=data:text/javascript;base64,${thrower}`,
  }
  const site = await startServer(environment)
  const ended = once(site.server, 'exit')

  site.server.kill('SIGUSR2')

  expect((await ended)[0]).toBe(1)
  expect(logged(site.output())).toContainEqual(
    expect.objectContaining({
      level: 'fatal',
      error: 'TypeError',
      msg: 'uncaught error: the server stops',
    }),
  )
  expectNothingPrivate([site.output()])
})
