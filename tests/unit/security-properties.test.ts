import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodies, headers, ids, queries } from '../support/abuse'
import { cookieOf, siteRequest, validReport } from '../support/attestations'

// Every request is to reach the code behind the limits.
for (const name of [
  'CONTACT_PER_CLIENT',
  'CONTACT_PER_EMAIL',
  'CONTACT_PER_OPERATOR',
  'CONTACT_GLOBAL',
  'CONTACT_FLOOD',
  'ATTESTATIONS_PER_CLIENT',
]) {
  process.env[`LIMIT_${name}`] = '1000000'
}
for (const name of ['CHAT_PER_SESSION', 'CHAT_PER_CLIENT', 'CHAT_GLOBAL', 'OPERATOR_PER_CLIENT']) {
  process.env[`LIMIT_${name}`] = '1000000'
}

const { operations, operatorKey } = await import('../support/api')

const seed = 20261121
const bodiesEach = process.env.TEST_ALL ? 1000 : 150
const readsEach = 50
const maxMs = 1000

type Operation = (typeof operations)[number]

const known = { key: operatorKey, cookie: '', token: '', id: '' }
let sent = 0

beforeAll(async () => {
  const [session, token, reports] = await Promise.all([
    import('@/app/api/operator/session/route'),
    import('@/app/api/contact/token/route'),
    import('@/app/api/attestations/route'),
  ])
  const signedIn = await session.POST(siteRequest('POST', '/api/operator/session', { body: { key: operatorKey } }))
  const issued = await token.GET(siteRequest('GET', '/api/contact/token'))
  const added = await reports.POST(siteRequest('POST', '/api/attestations', { key: operatorKey, body: validReport }))
  known.cookie = cookieOf(signedIn)
  known.token = (await issued.json()).token
  known.id = (await added.json()).id
})

afterAll(() => {
  expect(sent).toBeGreaterThanOrEqual(20 * bodiesEach)
})

const internals = [
  /\bat .+:\d+:\d+/, // a stack
  /node_modules|file:\/\/|\/(tmp|home|usr|var|root|work)\//, // a path
  /\.(ts|js|mjs|db):?\b/,
  /\b(SELECT|INSERT|UPDATE|DELETE|PRAGMA)\b.*\b(FROM|INTO|SET|WHERE)\b/, // SQL
  /SQLITE|Sqlite|Prisma|P20\d\d|\bundefined\b|\[object /,
]

type Abuse = { headers: Record<string, string | undefined>; query: string; id: string; body?: Uint8Array }

async function ask(operation: Operation, abuse: Abuse): Promise<{ response: Response; ms: number }> {
  const query = abuse.query ? `?${abuse.query}` : ''
  const given = Object.entries(abuse.headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const request = new Request(`http://localhost:3000${operation.path.replace('{id}', randomUUID())}${query}`, {
    method: operation.method,
    headers: given,
    body: abuse.body ? Buffer.from(abuse.body) : null,
  })
  const start = performance.now()
  const response = await (await operation.handle())(request, { params: Promise.resolve({ id: abuse.id }) })
  return { response, ms: performance.now() - start }
}

function abuseOf({ body, method }: Operation) {
  const bodied = method === 'GET' ? fc.constant(undefined) : bodies(body?.valid() ?? { a: 1 })
  return fc.record({ headers: headers(known), query: queries, id: ids(known.id), body: bodied })
}

it.each(operations)(
  '$name answers whatever it is sent: no 5xx, nothing of its inside, within a second',
  async (operation) => {
    const property = fc.asyncProperty(abuseOf(operation), async (abuse) => {
      const { response, ms } = await ask(operation, abuse)
      if (abuse.body) sent++
      expect(response.status).toBeLessThan(500)
      if (operation.method !== 'GET') {
        const answer = await response.text()
        const told = internals.filter((pattern) => pattern.test(answer))
        if (told.length > 0) expect([answer, told]).toEqual([answer, []])
      }
      // A pause of the machine is not the request's: what was slow is asked again.
      if (ms > maxMs) await expect.poll(async () => (await ask(operation, abuse)).ms).toBeLessThan(maxMs)
    })
    await fc.assert(property, { seed, numRuns: operation.method === 'GET' ? readsEach : bodiesEach })
  },
  120_000,
)
