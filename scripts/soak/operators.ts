import { randomUUID } from 'node:crypto'
import { validReport } from '../../tests/support/attestations'
import { operatorKey } from './folder'
import type { Kind, Outcome, SentReport } from './ledger'
import { codeOf, type World } from './world'

const headers = { authorization: `Bearer ${operatorKey}` }
const retryMs = 300
const lists = [
  '/api/contact?limit=100',
  '/api/contact?state=undelivered',
  '/api/contact?state=quarantined&format=csv',
  '/metrics',
  '/readyz',
]

/** Somebody at the site's company who looks at the lists, and a machine that watches the site. */
export async function readLists({ client }: World) {
  for (const path of lists) await client.send('list', path, { headers })
}

/** Reads everything that a list has, whatever its pages are. */
export async function readLeads({ client }: Pick<World, 'client'>, query: string): Promise<ListedLead[]> {
  const found: ListedLead[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const from: string = cursor && `&cursor=${cursor}`
    const answer = await client.send('list', `/api/contact?limit=500${query}${from}`, { headers })
    const page = JSON.parse(answer?.text ?? '{}')
    if (answer?.status !== 200) throw new Error(`The list of leads was answered ${answer?.status}.`)
    found.push(...page.leads)
    cursor = page.next_cursor
  }
  return found
}

export type ListedDelivery = { delivered_at: string | null; next_at: string | null; last_error: string | null }

export type ListedLead = {
  id: string
  source: string
  email: string
  message: string
  quarantine: string[] | null
  mail: ListedDelivery
  webhook: ListedDelivery
}

export type ListedReport = { id: string; title: string; status: string }

export async function readReports({ client }: Pick<World, 'client'>): Promise<ListedReport[]> {
  const answer = await client.send('reports', '/api/attestations?include=history')
  return JSON.parse(answer?.text ?? '[]')
}

/** An operator who publishes a report; replaces most, withdraws the replacement, and restores some. */
export async function publish(world: World, visitor: number) {
  const first = await upload(world, visitor, 'a')
  if (visitor % 3 === 0) return
  const second = await upload(world, visitor, 'b', first)
  first.allowed = ['replaced']
  await change(world, second, 'DELETE', '')
  if (visitor % 5 < 3) await change(world, second, 'POST', '/restore')
}

async function upload(world: World, visitor: number, part: string, replaced?: SentReport): Promise<SentReport> {
  const report: SentReport = { title: `Report ${codeOf(visitor)}-${part}`, allowed: [undefined] }
  world.ledger.reports.push(report)
  const body = { ...validReport, title: report.title, ...(replaced && { replaces: replaced.id }) }
  const key = { 'idempotency-key': randomUUID() }
  const text = await insist(world, 'upload', '/api/attestations', {
    method: 'POST',
    body,
    headers: key,
    expected: [201],
  })
  report.id = JSON.parse(text).id
  report.allowed = ['current']
  return report
}

// Where the answer to a first attempt was lost, the second is told that it is done.
async function change(world: World, report: SentReport, method: 'POST' | 'DELETE', path: string) {
  const body = method === 'DELETE' ? { reason: 'A mistake.' } : {}
  const address = `/api/attestations/${report.id}${path}`
  await insist(world, 'upload', address, { method, body, headers: {}, expected: [200, 409] })
  report.allowed = [method === 'DELETE' ? 'withdrawn' : 'current']
}

type Insisting = {
  method: 'POST' | 'DELETE'
  body: object
  headers: Record<string, string>
  expected: Outcome[]
}

// An operator's program repeats a request until it is answered, under one key.
async function insist({ client, stop }: World, kind: Kind, path: string, { headers: more, ...request }: Insisting) {
  for (;;) {
    const answer = await client.send(kind, path, { ...request, headers: { ...headers, ...more } })
    if (answer && request.expected.includes(answer.status)) return answer.text
    if (answer && answer.status < 500) throw new Error(`${request.method} ${path} was answered ${answer.text}.`)
    await stop.pause(retryMs)
  }
}
