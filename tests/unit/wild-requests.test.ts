// Sends values such as years before Christ and lone surrogates, because no
// request may cause a server error.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findConversation } from '@/lib/chatbot/unsent-contacts-store'
import { loadLeadList } from '@/lib/console/leads/load-list'
import { findRefusedFields } from '@/lib/console/refused-form'
import { loadDraft } from '@/lib/console/reports/drafts'
import { mediaTypes } from '@/lib/http/api-table'
import { readRefusedInput } from '@/lib/leads/form-post'
import { operations, operatorKey } from '../support/api'
import { storeLead } from '../support/delivery'

const times = [
  ...[
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
    '2026-02-30',
    '-000001-01-01T00:00:00.000Z',
    '1',
    '-1',
    'NaN',
    '1e400',
  ],
  ...[
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    '+275760-09-13T00:00:00.000Z',
    '2026-11-22T24:00:00Z',
  ],
]
const time = fc.oneof(
  fc.constantFrom(...times),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\0',
    '%',
    '_',
    '\\',
    "'",
    '(1',
    '9'.repeat(40),
    '\u{1F600}',
    'a'.repeat(3000),
  ),
)
const id = fc.oneof(
  text,
  fc.uuid(),
  time,
  fc.constantFrom('0A000000', 'new', '.', '..', 'constructor'),
)
const cursor = fc
  .tuple(time, id)
  .map((parts) => Buffer.from(parts.join(' ')).toString('base64url'))
const value = fc.oneof(text, time, cursor, fc.integer().map(String))
const others = [
  'q',
  'state',
  'status',
  'owner',
  'reminder',
  'language',
  'order',
  'email',
  'limit',
  'format',
  'include',
]
const places = fc.record(
  { since: time, until: time, cursor, after: cursor, back: cursor },
  { requiredKeys: [] },
)
const query = fc
  .tuple(
    places,
    fc.dictionary(fc.constantFrom(...others, 'list', 'input', 'step'), value, {
      maxKeys: 2,
    }),
  )
  .map(([place, other]) => ({ ...place, ...other }))
const field = fc.oneof(
  value,
  fc.integer(),
  fc.constant(null),
  fc.boolean(),
  fc.array(value, { maxLength: 3 }),
)

type Operation = (typeof operations)[number]

function requestTo(
  { method, body }: Operation,
  path: string,
  asked: Record<string, string>,
  fields: object,
): Request {
  const url = `http://localhost:3000${path}?${new URLSearchParams(asked)}`
  const type =
    body &&
    [mediaTypes.json, mediaTypes.form].find((each) => body.types.includes(each))
  const sent =
    type === mediaTypes.form
      ? String(new URLSearchParams(Object.entries(fields)))
      : JSON.stringify(fields)
  const headers = {
    Authorization: `Bearer ${operatorKey}`,
    ...(type && { 'Content-Type': type }),
  }
  return new Request(url, { method, headers, ...(type && { body: sent }) })
}

const tested = operations.filter(
  ({ path }) => path !== '/api/attestations/files',
)

it.each(tested.map((operation) => ({ operation, name: operation.name })))(
  'random parameters of $name cause no server error',
  async ({ operation }) => {
    const handle = await operation.handle()
    const valid = operation.body?.valid() ?? {}
    const changed = fc.dictionary(
      fc.constantFrom(...Object.keys(valid), 'extra'),
      field,
      { maxKeys: 2 },
    )
    const statuses = new Set<number>()
    const isAnswered = async (
      name: string,
      asked: Record<string, string>,
      fields: object,
    ) => {
      const path = operation.path.replace(
        '{id}',
        encodeURIComponent(name.toWellFormed()) || 'none',
      )
      const request = requestTo(operation, path, asked, { ...valid, ...fields })
      const { status } = await handle(request, {
        params: Promise.resolve({ id: name }),
      })
      statuses.add(status)
      expect(
        status,
        `${path} ${JSON.stringify({ asked, fields })}`,
      ).toBeLessThan(500)
    }

    await fc.assert(fc.asyncProperty(id, query, changed, isAnswered), {
      numRuns: process.env.TEST_ALL ? 200 : 30,
    })

    expect(statuses.size).toBeGreaterThan(0)
  },
)

it('the console is shown despite malformed parameters', async () => {
  for (let lead = 0; lead < 3; lead++) await storeLead()
  const isShown = async (asked: Record<string, string>, name: string) => {
    const { page } = await loadLeadList({ operator: 'alice', query: asked })
    expect(page.leads.length).toBeLessThanOrEqual(50)
    expect(await findConversation(name)).toBeUndefined()
    expect(await loadDraft(name)).toBeUndefined()
    expect(await findRefusedFields(name)).toBeUndefined()
    expect(
      (await readRefusedInput({ input: name, retry: asked.limit }))?.isLost,
    ).toBe(true)
  }

  await fc.assert(fc.asyncProperty(query, id, isShown), {
    numRuns: process.env.TEST_ALL ? 500 : 100,
  })
})
