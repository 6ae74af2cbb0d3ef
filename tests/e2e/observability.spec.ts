// What the site tells about itself: log lines and metrics.
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { SMTPServer } from 'smtp-server'
import { builtFolder, canaries } from '../support/built'
import { validContact } from '../support/contact'
import { exchange } from '../support/misbehaving-clients'
import { killServer, operatorKey, serverEnvironment, startServer, takePort } from '../support/server'
import { startUpstream } from '../support/upstream'

const port = takePort()
const songbird = /songbird/i

// What a visitor types, with what would make a line of its own of it, or paint the operator's terminal.
const forged = '\n{"level":50,"msg":"forged"}\r\n\u001b[31mforged\u001b[0m\u2028forged'
const person = {
  name: `Songbird Person${forged}`,
  email: 'songbird.person@banque.example',
  company: `Songbird Bank${forged}`,
  phone: '+33 1 99 00 12 34',
  message: `songbird message${forged}`,
  language: 'fr',
  honeypot: '',
}
const phone = /99 ?00 ?12 ?34/

/** A mail server that refuses everything, in words that repeat all it was told. */
async function startTalkativeMailServer() {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => done(new Error(`refused: ${JSON.stringify(session.envelope)} ${text}`)))
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return { port, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}

type Line = { level: string; time: string; msg: string; request?: string; path?: string; status?: number }

/** What a server has logged since it said where it is. People's own lines begin with an arrow. */
function logged(output: string): { lines: Line[]; others: string[] } {
  const text = output.slice(output.indexOf('→ The site is at'))
  const lines: Line[] = []
  const others: string[] = []
  for (const line of text.split('\n').filter((each) => each && !each.startsWith('→ '))) {
    try {
      lines.push(JSON.parse(line))
    } catch {
      others.push(line)
    }
  }
  return { lines, others }
}

function post(address: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(address + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const message = { session_id: 'songbird-session-0123456789', message: 'songbird question 99 00 12 34', language: 'en' }

/** Everything that a visitor may send wrongly or rightly; resolves to the texts of the answers. */
async function sendEverything(address: string): Promise<string[]> {
  const form = new URLSearchParams(person).toString()
  const wrongKey = { Authorization: 'Bearer songbird-wrong-key-0123456789-0123456789' }
  const key = { Authorization: `Bearer ${canaries.OPERATOR_KEYS.slice('tester:'.length)}` }
  const answers = await Promise.all([
    post(address, '/api/contact', person),
    post(address, '/api/contact', form, { 'Content-Type': 'application/x-www-form-urlencoded' }),
    post(address, '/api/contact', { ...person, honeypot: 'songbird' }),
    post(address, '/api/contact', { ...person, email: 'songbird@', songbird: 1 }),
    post(address, '/api/contact', `{"name":"songbird`),
    post(address, '/api/contact', person, { Origin: 'https://songbird.example' }),
    post(address, '/api/contact', person, { 'Idempotency-Key': 'songbird' }),
    post(address, '/api/contact?email=songbird', { ...person, message: 'songbird '.repeat(5000) }),
    post(address, '/api/chatbot/chat', message),
    post(address, '/api/chatbot/chat', { ...message, session_id: 'songbird' }),
    post(address, '/api/operator/session', { key: 'songbird-wrong-key' }),
    post(address, '/api/attestations', { title: 'songbird' }, wrongKey),
    fetch(`${address}/api/contact?state=songbird`, { headers: key }),
    fetch(`${address}/api/contact?email=songbird`, { headers: wrongKey }),
    fetch(`${address}/readyz`, { headers: { Cookie: 'operator=songbird' } }),
    fetch(`${address}/fr/contact?name=songbird`, {
      headers: { 'User-Agent': 'songbird', Referer: 'http://songbird/' },
    }),
    post(address, '/fr/contact', 'songbird', { 'Next-Action': 'songbird' }),
    fetch(`${address}/fr/contact`, { method: 'POST', headers: { 'Next-Action': 'songbird'.padEnd(42, '0') } }),
    fetch(`${address}/attestations?songbird`, { headers: { rsc: '1', 'Next-Router-State-Tree': 'songbird' } }),
    fetch(`${address}/attestations`, { headers: { Cookie: 'operator=songbird' } }),
  ])
  await exchange(port, `GET /songbird\u0000 HTTP/1.1\r\nHost: songbird\r\nSongbird\r\n\r\n`)
  await exchange(
    port,
    `GET /?q=songbird%0a{} HTTP/1.1\r\nHost: songbird\r\nX-Request-Id: songbird\r\nConnection: close\r\n\r\n`,
  )
  return Promise.all(answers.map((answer) => answer.text()))
}

function expectNothingPrivate(texts: string[]) {
  for (const text of texts) {
    expect(text).not.toMatch(songbird)
    expect(text).not.toMatch(phone)
    expect(text).not.toMatch(/forged/)
  }
}

test('secrets and what visitors type are neither logged nor shown, whatever fails', async () => {
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
    CHATBOT_URL: upstream.base.replace('http://', 'http://songbird-user:songbird-password@'),
  }
  upstream.behave((_, response) => {
    response.writeHead(500, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ [`songbird${forged}`]: 'songbird' }))
  })
  const site = await startServer(environment, 'start')
  expectNothingPrivate(await sendEverything(site.address))
  // Mail, acknowledgement and webhook have failed by now.
  await expect.poll(() => site.output().match(/not delivered yet/g)?.length ?? 0).toBeGreaterThanOrEqual(3)

  const database = new Sqlite(environment.DATABASE_URL.replace('file:', ''))
  for (const table of ['Lead', 'Attestation', 'OperatorSession', 'ChatSession', 'ChatMessage']) {
    database.exec(`ALTER TABLE "${table}" RENAME TO "Gone${table}"`)
  }
  database.close()
  expectNothingPrivate(await sendEverything(site.address))
  await killServer(site.server)
  await Promise.all([mail.close(), upstream.stop()])

  const { lines, others } = logged(site.output())
  expect(others).toEqual([])
  expect(lines.length).toBeGreaterThan(50)
  for (const line of lines) expect(line).toMatchObject({ level: expect.any(String), msg: expect.any(String) })
  // What a client asks for by path it shows itself.
  expectNothingPrivate([site.output()])
  expect(lines.filter(({ msg }) => msg === 'database away').length).toBeGreaterThan(0)
})

test('an answer carries the id that all log lines of its request carry, and never one that a client made up', async () => {
  const environment = { ...serverEnvironment(), LOG_LEVEL: 'info' }
  const site = await startServer(environment)
  const asked = async (path: string, init: RequestInit = {}) => {
    const headers = { 'X-Request-Id': 'made-up', ...init.headers }
    const response = await fetch(site.address + path, { ...init, headers })
    return response.headers.get('x-request-id') ?? ''
  }
  const refused = await asked('/api/operator/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ key: 'a-wrong-key' }),
  })
  const page = await asked('/fr?name=Jeanne')
  const missing = await asked('/no-such-page')
  const database = new Sqlite(environment.DATABASE_URL.replace('file:', ''))
  database.exec('ALTER TABLE "Attestation" RENAME TO "Gone"')
  database.close()
  const broken = await asked('/es/attestations')
  // It is written last, once the whole answer is on its way.
  const told = () =>
    logged(site.output())
      .lines.filter(({ request }) => request === broken)
      .map(({ msg }) => msg)
  await expect.poll(told).toContain('answered')
  await killServer(site.server)

  const { lines } = logged(site.output())
  const of = (id: string) => lines.filter(({ request }) => request === id)
  for (const id of [refused, page, missing, broken]) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(of(refused).map(({ msg }) => msg)).toEqual(['operator key wrong', 'answered'])
  expect(of(page)).toEqual([expect.objectContaining({ method: 'GET', path: '/fr', status: 200, msg: 'answered' })])
  expect(of(missing)).toEqual([expect.objectContaining({ path: '/no-such-page', status: 404 })])
  const steps = told()
  expect(steps.pop()).toBe('answered')
  // The server asks for the state of the reports once a second at most: that failure may belong to another request.
  expect(steps.filter((step) => step !== 'database away')).toContain('the list of reports could not be loaded')
  expect(site.output()).not.toMatch(/made-up|Jeanne/)
})

test('nothing that was built holds a secret of the machine it was built on', () => {
  const files = readdirSync(builtFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(100)
  const secret = /songbird-|only-for-tests-0123456789/
  expect(files.filter((file) => secret.test(readFileSync(file, 'latin1')))).toEqual([])
})

test('metrics are for operators; they name kinds, and never what was asked for', async () => {
  const site = await startServer(serverEnvironment())
  const typed = 'a-path-that-a-visitor-made-up'
  const paths = ['/', '/fr/contact', `/${typed}`, `/attestations/2021?${typed}`, `/api/${typed}`, `/%2e/${typed}`]
  for (const path of paths) await fetch(site.address + path)
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  expect((await post(site.address, '/api/contact', validContact, headers)).status).toBe(201)
  expect((await fetch(`${site.address}/metrics`)).status).toBe(401)
  const scrape = async () => {
    const answer = await fetch(`${site.address}/metrics`, { headers: { Authorization: `Bearer ${operatorKey}` } })
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    return answer.text()
  }
  await expect.poll(scrape).toContain('site_http_request_duration_seconds_count{kind="/api/contact",status="201"} 1')
  const text = await scrape()
  for (const name of ['site_build_info', 'nodejs_eventloop_lag_p99_seconds']) expect(text).toContain(name)
  expect(text).toMatch(/_count\{kind="page",status="200"\} \d/)
  expect(text).toMatch(/_count\{kind="unknown",status="404"\} \d/)
  expect(text).toContain('site_leads_received_total{source="form",state="accepted"} 1')
  expect(text).not.toContain(typed)
  await killServer(site.server)
})
