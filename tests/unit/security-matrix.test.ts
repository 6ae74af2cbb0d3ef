import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { maxFileBytes } from '@/lib/attestations/file-limits'
import { roles } from '@/lib/operator/role-names'
import { operations, operatorKey, preparePasskeys } from '../support/api'
import {
  cookieOf,
  freshReport,
  siteRequest,
  withId,
} from '../support/attestations'
import { readEveryTable, runSql } from '../support/database'
import { storeLead } from '../support/delivery'
import { setForBlock, setForTest } from '../support/settings'

// Removes all passkeys, because the key of an operator with a passkey is
// refused.
beforeEach(() => runSql('DELETE FROM OperatorPasskey'))

// Raises the limit, because all questions of the matrix share one session.
setForBlock({ LIMIT_CHAT_PER_SESSION: '1000' })

type Operation = (typeof operations)[number] & { id?: string }

type Asked = {
  headers?: Record<string, string | undefined>
  body?: BodyInit
  key?: string
  cookie?: string
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

/**
 * Calls an operation as a browser on the site does, and expects an answer that
 * is uncached and closed to other origins.
 */
async function callOperation(
  operation: Operation,
  { headers = {}, body, key, cookie }: Asked,
): Promise<Response> {
  const id = operation.id ?? (await idFor(operation))
  const typed =
    operation.change &&
    (operation.body || operation.method === 'DELETE' || cookie)
  const request = siteRequest(
    operation.method,
    operation.path.replace('{id}', id),
    {
      key,
      cookie,
      headers: {
        'Content-Type': typed ? typeOf(operation) : undefined,
        ...headers,
      },
      // Sends bytes, because they do not set a content type.
      body: body ?? (operation.body && Buffer.from(validBody(operation))),
    },
  )
  const response = await (await operation.handle())(request, withId(id))
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(
    [...response.headers.keys()].filter((name) =>
      name.startsWith('access-control-'),
    ),
  ).toEqual([])
  return response
}

function typeOf({ body }: Operation): string {
  if (!body || body.types.includes(json)) return json
  return body.types.includes(form) ? form : (body.types[0] ?? '')
}

function validBody(operation: Operation): string {
  const fields = operation.body?.valid()
  if (typeOf(operation) === json) return JSON.stringify(fields)
  if (typeOf(operation) !== form) return String(fields?.file)
  return `${new URLSearchParams(fields as Record<string, string>)}&padding=`
}

async function idFor({ report, lead, passkey }: Operation): Promise<string> {
  if (passkey) await preparePasskeys()
  if (report) return reportId(report)
  return lead ? (await storeLead()).id : ''
}

async function reportId(state: 'published' | 'withdrawn'): Promise<string> {
  const { POST } = await import('@/app/api/attestations/route')
  const { DELETE } = await import('@/app/api/attestations/[id]/route')
  const added = await POST(
    siteRequest('POST', '/api/attestations', {
      key: operatorKey,
      body: freshReport(),
    }),
  )
  const { id } = await added.json()
  if (state === 'withdrawn')
    await DELETE(
      siteRequest('DELETE', `/api/x/${id}`, { key: operatorKey }),
      withId(id),
    )
  return id
}

async function signIn(): Promise<string> {
  const { POST } = await import('@/app/api/operator/session/route')
  return cookieOf(
    await POST(
      siteRequest('POST', '/api/operator/session', {
        body: { key: operatorKey },
      }),
    ),
  )
}

async function answerOf(response: Response): Promise<string> {
  if (response.status < 400) return String(response.status)
  return `${response.status} ${(await response.json()).error.code}`
}

// Authorizes a request so that a test can vary something else.
const authority = (operation: Operation) =>
  operation.forOperators ? { key: operatorKey } : {}

const own = 'http://localhost:3000'
// Headers in which a browser names the source of a request, and whether the
// request is accepted on public operations, with a session, and with a key.
// Sec-Fetch-Site decides if it is present, because browsers set it and pages
// cannot (https://www.w3.org/TR/fetch-metadata/). An Origin that is not
// SITE_URL is then another address of this site, such as `www.`.
const similar = [
  'http://localhost:3001',
  'http://localhost:3000.evil.example',
  'http://localhost',
  'localhost:3000',
]
const all = [true, true, true]
const none = [false, false, false]
const unlessSession = [true, false, true]
const outcomes = new Map([
  [all, 'is accepted'],
  [none, 'is refused'],
  [unlessSession, 'is accepted unless it uses a session'],
])
const groups: [
  sites: (string | undefined)[],
  origins: (string | undefined)[],
  passes: boolean[],
][] = [
  [[undefined], [undefined], unlessSession],
  [[undefined], [own], all],
  [[undefined], ['https://evil.example', ...similar, 'null', ''], none],
  [
    ['same-origin'],
    [undefined, own, 'https://www.halcrest.example', 'null'],
    all,
  ],
  [['none'], [undefined, 'null'], all],
  [['same-site', 'cross-site'], [undefined, own], none],
  [['Same-Origin', 'same-origin, cross-site', ''], [undefined], none],
]
const origins = groups.flatMap(([sites, origins, passes]) =>
  sites.flatMap((site) => origins.map((origin) => ({ site, origin, passes }))),
)

function nameHeader(name: string, value: string | undefined): string {
  return value === undefined ? `no ${name}` : `${name}: ${value || '(empty)'}`
}

describe.each(operations.filter(({ change }) => change))(
  '$name',
  (operation) => {
    for (const { site, origin, passes } of origins) {
      const source = `${nameHeader('Sec-Fetch-Site', site)} and ${nameHeader('Origin', origin)}`
      it(`with ${source} ${outcomes.get(passes)}`, async () => {
        const headers = { 'Sec-Fetch-Site': site, Origin: origin }
        const [all, session, key] = passes.map((passes) =>
          passes ? String(operation.success) : '403 cross_site',
        )
        if (!operation.forOperators)
          return expect(
            await answerOf(await callOperation(operation, { headers })),
          ).toBe(all)

        expect(
          await answerOf(
            await callOperation(operation, { headers, cookie: await signIn() }),
          ),
        ).toBe(session)
        expect(
          await answerOf(
            await callOperation(operation, { headers, key: operatorKey }),
          ),
        ).toBe(key)
      })
    }
  },
)

// Other sites can make a browser send forms of any type without a preflight
// request, but not JSON.
const foreign = {
  'Sec-Fetch-Site': 'cross-site',
  Origin: 'https://evil.example',
  Accept: 'text/html',
}

/**
 * Calls an operation with a request that another site could make the browser
 * send with the operator's session. Returns the database rows before and after.
 */
async function askFromElsewhere(operation: Operation, type: string) {
  const id = await idFor(operation)
  const cookie = await signIn()
  const before = await readEveryTable()
  const body = operation.body && Buffer.from(validBody(operation))
  const headers = { ...foreign, 'Content-Type': type }
  const request = siteRequest(
    operation.method,
    operation.path.replace('{id}', id),
    { cookie, headers, body },
  )
  const response = await (await operation.handle())(request, withId(id))
  return { request, response, before, after: await readEveryTable() }
}

const formTypes = [form, 'multipart/form-data; boundary=x']
/** Whether an operation shows its form again when it refuses it. */
const showsForms = ({ path, method, body }: Operation) =>
  method === 'POST' &&
  (path.startsWith('/api/operator/') || path === '/api/contact') &&
  body?.types.includes(form)

describe.each(operations.filter(({ change }) => change))(
  '$name from another site',
  (operation) => {
    const refused = [
      'text/plain',
      json,
      ...(showsForms(operation) ? [] : formTypes),
    ]

    it.each(refused)('changes nothing if sent as %s', async (type) => {
      const { request, response, before, after } = await askFromElsewhere(
        operation,
        type,
      )

      expect(await answerOf(response)).toBe('403 cross_site')
      expect(after).toEqual(before)
      expect(request.bodyUsed).toBe(false)
    })
  },
)

describe.each(operations.filter(showsForms))(
  'the form of $name from another site',
  (operation) => {
    it('returns to its page and uses up no rate limit', async () => {
      const { response, before, after } = await askFromElsewhere(
        operation,
        form,
      )
      const { FormDraft: _, RateLimit: counters = [], ...rows } = before
      const {
        FormDraft: __,
        RateLimit: countersAfter = [],
        ...rowsAfter
      } = after

      expect(response.status).toBe(303)
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(rowsAfter).toEqual(rows)
      // Allows additional counters, because the stored form counts against a
      // separate limit.
      expect(countersAfter).toEqual(expect.arrayContaining(counters))
    })
  },
)

describe.each(
  operations.filter(({ change, forOperators }) => !change && forOperators),
)('$name', (operation) => {
  it('ignores the session cookie of a request from another subdomain', async () => {
    const cookie = await signIn()
    const before = await readEveryTable()

    const headers = {
      'Sec-Fetch-Site': 'same-site',
      'Sec-Fetch-Mode': 'no-cors',
    }
    const request = siteRequest(operation.method, operation.path, {
      cookie,
      headers,
    })
    const response = await (await operation.handle())(request, withId(''))

    expect(await answerOf(response)).toBe('401 unauthorized')
    expect(await readEveryTable()).toEqual(before)
  })
})

const wrongKey = 'wrong-key-0123456789-0123456789-abcdef'

/** Credentials of a request, and whether they are those of an operator. */
const bearers: [
  who: string,
  isOperator: boolean,
  bearing: () => Asked | Promise<Asked>,
][] = [
  ['missing credentials', false, () => ({})],
  ['a wrong key', false, () => ({ key: wrongKey })],
  ['a shortened key', false, () => ({ key: operatorKey.slice(0, -1) })],
  ['an operator’s name in place of the key', false, () => ({ key: 'alice' })],
  [
    'a key in Basic authentication',
    false,
    () => ({ headers: { Authorization: `Basic ${operatorKey}` } }),
  ],
  [
    'an invented session',
    false,
    () => ({ cookie: `operator=${randomUUID()}` }),
  ],
  [
    'a key in the session cookie',
    false,
    () => ({ cookie: `operator=${operatorKey}` }),
  ],
  [
    'a wrong key in addition to a session',
    false,
    async () => ({ key: wrongKey, cookie: await signIn() }),
  ],
  ['a key', true, () => ({ key: operatorKey })],
  ['a session', true, async () => ({ cookie: await signIn() })],
]

describe.each(operations)('$name', (operation) => {
  for (const [who, isOperator, bearing] of bearers) {
    const verb = isOperator ? 'accepts' : 'does not accept'
    it(`${verb} ${who} as an operator’s`, async () => {
      const asked = await bearing()
      const response = await callOperation(operation, asked)
      const refused = operation.refusesWrongKeys && asked.key !== undefined
      const may = isOperator || (!operation.forOperators && !refused)
      const { status } = response

      expect(may ? String(status) : await answerOf(response)).toBe(
        may ? String(operation.success) : '401 unauthorized',
      )
    })
  }
})

describe.each(operations.filter(({ role }) => role))('$name', (operation) => {
  const others = roles.filter((role) => role !== operation.role)

  it.each<[who: string, bearing: () => Asked | Promise<Asked>]>([
    ['a key', () => ({ key: operatorKey })],
    ['a session', async () => ({ cookie: await signIn() })],
  ])(`with %s needs the role ${operation.role}`, async (_, bearing) => {
    const asked = await bearing()
    const id = await idFor(operation)
    const allowed = await callOperation(operation, asked)
    setForTest({ OPERATOR_ROLES: `alice:${others.join('+')}` })
    const before = await rowsOf()

    const refused = await callOperation({ ...operation, id }, asked)

    expect(allowed.status).toBe(operation.success)
    expect(refused.status).toBe(403)
    expect((await refused.json()).error).toEqual({
      code: 'wrong_role',
      role: operation.role,
    })
    expect(await rowsOf()).toEqual(before)
  })
})

/** All rows except those that every request of a session changes. */
async function rowsOf() {
  const { OperatorSession: _, RateLimit: __, ...rows } = await readEveryTable()
  return rows
}

const types = [
  ...[
    json,
    'Application/JSON; charset=utf-8',
    undefined,
    '',
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/json; charset=iso-8859-1',
    form,
  ],
  ...[
    'application/json+evil',
    'text/plain, application/json',
    'multipart/form-data; boundary=x',
    'application/xml',
  ],
]

// Leaves out file uploads, because attestations-files.test.ts covers them.
const takingText = operations.filter(
  ({ body }) => body && body.maxBytes < maxFileBytes,
)

describe.each(takingText)('the body of $name', (operation) => {
  const {
    maxBytes,
    optional,
    types: taken,
  } = operation.body ?? { maxBytes: 0, types: [] as readonly string[] }
  const padded = (bytes: number) =>
    Buffer.from(validBody(operation).padEnd(bytes - extra(operation)))

  for (const type of types) {
    const isJson = /^application\/json(; charset=utf-8)?$/i.test(type ?? '')
    const accepted = taken.includes(json) && isJson
    const passes = accepted || (optional && type === undefined)
    const outcome = passes ? 'is accepted' : 'is refused'
    it(`with ${nameHeader('Content-Type', type)} ${outcome}`, async () => {
      const answer = await answerOf(
        await callOperation(operation, {
          ...authority(operation),
          headers: { 'Content-Type': type },
        }),
      )
      // Expects 303 for a form type, because a form is redirected to the page
      // that lists its errors, even if the body is JSON.
      const refused =
        type === form && taken.includes(form) ? '303' : '415 wrong_type'

      expect(answer).toBe(passes ? String(operation.success) : refused)
    })
  }

  const sendSized = async (bytes: number) =>
    answerOf(
      await callOperation(operation, {
        ...authority(operation),
        body: padded(bytes),
      }),
    )

  it('is refused if it is not UTF-8, and changes nothing', async () => {
    const id = await idFor(operation)
    const body =
      typeOf(operation) === json
        ? Buffer.from(validBody(operation).replace('{', '{"?":1,'))
        : Buffer.from(`${validBody(operation)}%E9`)
    if (typeOf(operation) === json) body[body.indexOf('?')] = 0xe9
    const before = await rowsOf()
    const answer = await answerOf(
      await callOperation(
        { ...operation, id },
        { ...authority(operation), body },
      ),
    )

    expect(answer).toBe('400 malformed')
    expect(await rowsOf()).toEqual(before)
  })

  it('is accepted at the size limit', async () => {
    expect(await sendSized(maxBytes)).toBe(String(operation.success))
  })

  it('is refused one byte over the size limit', async () => {
    expect(await sendSized(maxBytes + 1)).toBe('413 too_large')
  })

  it('is read only up to the size limit if it never ends', async () => {
    let sent = 0
    const chunk = 256
    function pull(controller: ReadableStreamDefaultController) {
      sent += chunk
      controller.enqueue(Buffer.alloc(chunk, ' '))
    }
    const body = new ReadableStream({ pull })

    expect(
      await answerOf(
        await callOperation(operation, { ...authority(operation), body }),
      ),
    ).toBe('413 too_large')
    expect(sent).toBeLessThanOrEqual(maxBytes + 4 * chunk)
  })
})

/** Returns how many more bytes than characters the valid body has. */
function extra(operation: Operation): number {
  const text = validBody(operation)
  return Buffer.byteLength(text) - text.length
}
