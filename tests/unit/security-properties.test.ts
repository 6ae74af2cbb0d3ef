// Sends generated requests to every operation of the API, most of them nearly
// valid and the others of any shape.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { POST as publish } from '@/app/api/attestations/route'
import { POST as signIn } from '@/app/api/operator/session/route'
import { changeEnvironment } from '@/lib/env'
import { issueToken } from '@/lib/leads/form-token'
import { operations, operatorKey } from '../support/api'
import {
  cookieOf,
  siteRequest,
  validReport,
  withId,
} from '../support/attestations'

// Raises the rate limits so that every request reaches the code behind them.
for (const name of [
  ...[
    'CONTACT_PER_CLIENT',
    'CONTACT_PER_EMAIL',
    'CONTACT_PER_OPERATOR',
    'CONTACT_GLOBAL',
  ],
  ...[
    'ATTESTATIONS_PER_CLIENT',
    'CHAT_PER_SESSION',
    'CHAT_PER_CLIENT',
    'CHAT_GLOBAL',
    'OPERATOR_PER_CLIENT',
  ],
])
  changeEnvironment({ [`LIMIT_${name}`]: '1000000' })

const seed = 20261121
const bodiesEach = process.env.TEST_ALL ? 1000 : 80
const readsEach = 50
const maxMs = 1000

type Operation = (typeof operations)[number]
type Fields = Record<string, unknown>

// Values that have broken parsers, stores and templates before.
const nastyTexts = [
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e\u2028\u2029\ufeff',
    '\r\nSet-Cookie: x=1',
    '\u001b[31m\n{"level":50}',
  ],
  ...[
    '\'; DROP TABLE "Lead"; --',
    '$' + '{7*7}{{7*7}}',
    '=HYPERLINK("http://evil.example")',
    '../../etc/passwd',
  ],
  ...[
    '%00%ff%2e%2e',
    '<script>alert(1)</script>',
    'a@b.example\r\nBcc: c@d.example',
    'a'.repeat(7000),
  ],
  ...[
    'é'.repeat(300),
    '😀'.repeat(1000),
    `${'a.'.repeat(200)}@${'b.'.repeat(200)}example`,
    '9'.repeat(400),
  ],
]
const nasty = fc.constantFrom<unknown>(
  ...nastyTexts,
  1e308,
  -0,
  2 ** 53 + 2,
  null,
  true,
  [],
  {},
  [[[[[[]]]]]],
)
const value = fc.oneof(
  nasty,
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
  fc.integer(),
  fc.double(),
)
const names = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  '',
  '$ne',
  'a.b',
  '\u0000',
]
const textOf = (each: unknown) => JSON.stringify(each) ?? 'null'

/** Returns a valid body with some fields changed, removed or added. */
function nearlyValid(valid: Fields) {
  const fields = Object.keys(valid)
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...fields) },
    fc.constantFrom(...names),
    fc.string(),
  )
  const changes = fc.array(fc.tuple(name, value), { maxLength: 4 })
  const gone = fc.subarray(fields, { maxLength: Math.min(2, fields.length) })
  return fc.tuple(changes, gone).map(([changed, left]) => {
    const kept = Object.entries(valid).filter(
      ([field]) => !left.includes(field),
    )
    // Joins the JSON by hand so that it can have `__proto__` and duplicate
    // names.
    return `{${[...kept, ...changed].map(([field, each]) => `${JSON.stringify(field)}:${textOf(each)}`).join(',')}}`
  })
}

const broken = fc.constantFrom(
  ...[
    '{"a":1e99999}',
    `{"a":${'9'.repeat(5000)}}`,
    '{"a":1,"a":2}',
    '"\\ud800"',
    '{"\\u0000":1}',
    '[1,]',
    '{"a":NaN}',
  ],
  ...[
    '\ufeff{}',
    'null',
    '""',
    '',
    '{',
    `${'['.repeat(5000)}1${']'.repeat(5000)}`,
    '{"a":'.repeat(5000),
  ],
  '--x\r\nContent-Disposition: form-data; name="name"; filename="../a"\r\n\r\n\u0000\r\n--x--\r\n',
)

const brokenUtf8 = fc
  .constantFrom('fffe', '22c32822', 'eda080', 'f888808080')
  .map((hex) => Buffer.from(hex, 'hex'))

function encodePairs(pairs: [string, unknown][]): string {
  return new URLSearchParams(
    pairs.map(([name, each]) => [name, textOf(each).toWellFormed()]),
  ).toString()
}

function bodies(valid: Fields): fc.Arbitrary<Uint8Array> {
  const field = fc.tuple(
    fc.constantFrom(...Object.keys(valid), ...names),
    value,
  )
  const texts = fc.oneof(
    { weight: 6, arbitrary: nearlyValid(valid) },
    { weight: 2, arbitrary: fc.json() },
    fc.constant(textOf(valid)),
    fc
      .nat(textOf(valid).length)
      .map((length) => textOf(valid).slice(0, length)),
    broken,
    fc.array(field, { maxLength: 12 }).map(encodePairs),
    fc.string({ unit: 'binary' }),
  )
  const encoded = texts.map((each) => new TextEncoder().encode(each))
  return fc.oneof(
    { weight: 9, arbitrary: encoded },
    fc.oneof(fc.uint8Array(), brokenUtf8),
  )
}

// Header values that node:http accepts: one-byte characters except control
// characters.
const headerText = fc
  .string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .map((code) => String.fromCharCode(code)),
    maxLength: 200,
  })
  .map((each) => each.replaceAll('\u007f', ''))

const cookie = cookieOf(
  await signIn(
    siteRequest('POST', '/api/operator/session', {
      body: { key: operatorKey },
    }),
  ),
)
const published = await publish(
  siteRequest('POST', '/api/attestations', {
    key: operatorKey,
    body: validReport,
  }),
)
const { id } = await published.json()

/** Generates every header that the handlers read, valid or not. */
function headers() {
  // Favors valid values, so that most requests get past the first checks.
  const often = (valid: string, ...others: string[]) =>
    fc.oneof(
      { weight: 15, arbitrary: fc.constant(valid) },
      fc.constantFrom(valid, ...others),
      headerText,
    )
  const maybe = (...valid: string[]) =>
    fc.option(fc.oneof(fc.constantFrom(...valid), headerText), {
      nil: undefined,
      freq: 1,
    })
  const types = [
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
  ]
  return fc.record({
    'Content-Type': often(
      'application/json',
      ...types,
      'application/json; charset=utf-16',
    ),
    'Sec-Fetch-Site': often('same-origin', 'none', 'cross-site'),
    Origin: often(
      'http://localhost:3000',
      'null',
      'https://evil.example',
      'http://[',
    ),
    'Idempotency-Key': maybe('0123456789abcdef', randomUUID()),
    Authorization: often(`Bearer ${operatorKey}`, 'Bearer x'),
    Cookie: maybe(cookie, 'operator=;operator==;='),
    'Form-Token': maybe(issueToken(), `é.${'é'.repeat(43)}`),
    'X-Forwarded-For': fc.oneof(fc.ipV4(), fc.ipV6(), headerText),
    Accept: headerText,
    Range: headerText,
    'If-None-Match': headerText,
    'Accept-Language': headerText,
  })
}

const parameters = [
  'state',
  'limit',
  'cursor',
  'from',
  'to',
  'format',
  'include',
  'email',
  'q',
  '__proto__',
]
const otherName = fc.string().map((name) => name.toWellFormed())
const parameter = fc.tuple(
  fc.oneof(fc.constantFrom(...parameters), otherName),
  value,
)
const queries = fc.array(parameter, { maxLength: 5 }).map(encodePairs)

function abuseOf({ body, method }: Operation) {
  return fc.record({
    headers: headers(),
    query: queries,
    id: fc.oneof(
      fc.constant(id),
      fc.uuid(),
      fc.string({ unit: 'binary', minLength: 1 }),
      nasty.map(String),
    ),
    body:
      method === 'GET'
        ? fc.constant(undefined)
        : bodies(body?.valid() ?? { a: 1 }),
  })
}

type Abuse = {
  headers: Record<string, string | undefined>
  query: string
  id: string
  body?: Uint8Array
}

async function callOperation(
  { method, path, handle }: Operation,
  { headers, query, id, body }: Abuse,
) {
  const request = siteRequest(
    method,
    `${path.replace('{id}', randomUUID())}?${query}`,
    { headers, body },
  )
  const start = performance.now()
  const response = await (await handle())(request, withId(id))
  return { response, ms: performance.now() - start }
}

const internals = [
  /\bat .+:\d+:\d+/, // a stack trace
  /node_modules|file:\/\/|\/(tmp|home|usr|var|root|work)\//, // a file path
  /\.(ts|js|mjs|db):?\b/,
  /\b(SELECT|INSERT|UPDATE|DELETE|PRAGMA)\b.*\b(FROM|INTO|SET|WHERE)\b/, // SQL
  /SQLITE|Sqlite|Prisma|P20\d\d|\bundefined\b|\[object /,
]

it.each(operations)(
  '$name answers any request within a second, without a 5xx or internal details',
  async (operation) => {
    const property = fc.asyncProperty(abuseOf(operation), async (abuse) => {
      const { response, ms } = await callOperation(operation, abuse)
      expect(response.status).toBeLessThan(500)
      if (operation.method !== 'GET') {
        const answer = await response.text()
        const told = internals.filter((pattern) => pattern.test(answer))
        if (told.length > 0) expect(told, answer).toEqual([])
      }
      // Repeats a slow request, because the machine may have paused.
      if (ms > maxMs)
        await expect
          .poll(async () => (await callOperation(operation, abuse)).ms)
          .toBeLessThan(maxMs)
    })

    await fc.assert(property, {
      seed,
      numRuns: operation.method === 'GET' ? readsEach : bodiesEach,
    })
  },
  120_000,
)
