// `npm run bench:pages`: pages a second and latency, beside a bare Next app and a plain node:http server.
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { validReport } from '../tests/support/attestations'
import { withBareApp } from './bench/bare-app'
import { medianRow, showResults } from './bench/results'
import { load, type Measured } from './bench/wrk'
import { fail } from './commands.mjs'
import { withTemporarySite } from './temporary-site'

const rounds = 3
const operatorKey = 'only-for-this-benchmark-0123456789-0123456789'
const encoding = { 'accept-encoding': 'gzip' }

type Row = Measured & { what: string; 'x bare': string }

const rows: Row[] = []
let published = 0

await withBareApp(async (bareAddress) => {
  await withTemporarySite(
    'scripts/start.mjs',
    {
      PORT: '3191',
      OPERATOR_KEYS: `bench:${operatorKey}`,
      LIMIT_ATTESTATIONS_PER_CLIENT: '100000',
      MAX_CONNECTIONS_PER_CLIENT: '1000',
      LOG_LEVEL: 'info',
    },
    async ({ address }) => {
      for (const path of ['/', '/fr/direct-reserve', '/contact', '/no-such-page', '/attestations']) {
        await compare(path, `${address}${path}`, bareAddress)
      }
      for (const count of [60, 1000]) {
        await publishUpTo(address, count)
        for (const path of ['/attestations', '/attestations.csv', '/api/attestations']) {
          await compare(`${path}, ${count} reports`, `${address}${path}`, bareAddress)
        }
      }
      await withPlainServer(`${address}/`, (plain) => compare('the bytes of /, plain node:http', plain, bareAddress))
    },
  )
})
showResults('bench-pages', [{ title: '32 connections, gzip', rows }])

// Alternating, so that a machine that gets slower affects both.
async function compare(what: string, url: string, bareAddress: string) {
  const ours: Measured[] = []
  const bares: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    bares.push(await load(bareAddress))
    ours.push(await load(url))
  }
  const row = medianRow(ours)
  const bare = medianRow(bares)
  if (rows.length === 0) rows.push({ what: 'bare app, its page', ...bare, 'x bare': '1' })
  rows.push({ what, ...row, 'x bare': (row['requests/s'] / bare['requests/s']).toFixed(1) })
}

async function publishUpTo(address: string, count: number) {
  for (; published < count; published++) {
    const month = new Date(Date.UTC(2025, -published % 240, 1)).toISOString().slice(0, 7)
    const answer = await fetch(`${address}/api/attestations`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${operatorKey}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
      },
      body: JSON.stringify({ ...validReport, title: `Report ${published}`, report_date: month, as_of: `${month}-28` }),
    })
    if (answer.status !== 201) fail(`Publishing a report was answered ${answer.status}: ${await answer.text()}`)
  }
}

async function withPlainServer(url: string, task: (address: string) => Promise<void>) {
  const { body, headers } = await fetchRaw(url)
  const server = createServer((_, response) => response.writeHead(200, headers).end(body))
  await new Promise<void>((resolve) => server.listen(0, resolve))
  await task(`http://localhost:${(server.address() as AddressInfo).port}/`).finally(() => {
    server.close()
    server.closeAllConnections()
  })
}

function fetchRaw(url: string) {
  return new Promise<{ body: Buffer; headers: Record<string, string> }>((resolve, reject) => {
    get(url, { headers: encoding, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.once('end', () => {
        const { connection: _, ...headers } = answer.headers
        resolve({ body: Buffer.concat(chunks), headers: headers as Record<string, string> })
      })
    }).once('error', reject)
  })
}
