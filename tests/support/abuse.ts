import fc from 'fast-check'

/** Values that have broken parsers, stores and templates before. */
const nasty = fc.constantFrom<unknown>(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u2028\u2029\ufeff',
  '\r\nSet-Cookie: x=1',
  '\u001b[31m\n{"level":50}',
  '\'; DROP TABLE "Lead"; --',
  '$' + '{7*7}{{7*7}}',
  '=HYPERLINK("http://evil.example")',
  '../../etc/passwd',
  '%00%ff%2e%2e',
  '<script>alert(1)</script>',
  'a@b.example\r\nBcc: c@d.example',
  'é'.repeat(300),
  '😀'.repeat(1000),
  'a'.repeat(7000),
  `${'a.'.repeat(200)}@${'b.'.repeat(200)}example`,
  '9'.repeat(400),
  1e308,
  -0,
  Number.MAX_SAFE_INTEGER + 2,
  null,
  true,
  [],
  {},
  [[[[[[]]]]]],
)

const value = fc.oneof(nasty, fc.string({ unit: 'binary' }), fc.jsonValue(), fc.integer(), fc.double())
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'toJSON', '', '$ne', 'a.b', '\u0000']

type Fields = Record<string, unknown>

// A valid body with some fields changed, some gone and some too many.
function nearlyValid(valid: Fields) {
  const fields = Object.keys(valid)
  const name = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fields) }, fc.constantFrom(...names), fc.string())
  const changes = fc.array(fc.tuple(name, value), { maxLength: 4 })
  const gone = fc.subarray(fields, { maxLength: Math.min(2, fields.length) })
  return fc.tuple(changes, gone).map(([changed, left]) => {
    const kept = Object.entries(valid).filter(([field]) => !left.includes(field))
    // Written by hand: `__proto__` and a name given twice must reach the text.
    const written = [...kept, ...changed].map(([field, each]) => `${JSON.stringify(field)}:${text(each)}`)
    return `{${written.join(',')}}`
  })
}

function text(each: unknown): string {
  return JSON.stringify(each) ?? 'null'
}

const deep = fc
  .tuple(fc.constantFrom<[string, string]>(['[', ']'], ['{"a":', '}']), fc.integer({ min: 1, max: 5000 }))
  .map(([[open, close], depth]) => `${open.repeat(depth)}1${close.repeat(depth)}`)

const brokenJson = fc.constantFrom(
  '{"a":1e99999}',
  `{"a":${'9'.repeat(5000)}}`,
  '{"a":1,"a":2}',
  '"\\ud800"',
  '{"\\u0000":1}',
  '[1,]',
  '{"a":NaN}',
  '\ufeff{}',
  'null',
  '""',
  '',
  '{',
)

const brokenUtf8 = fc.constantFrom(
  [0xff, 0xfe],
  [0x22, 0xc3, 0x28, 0x22],
  [0xed, 0xa0, 0x80],
  [0xf8, 0x88, 0x80, 0x80, 0x80],
)

const multipart = fc.string({ unit: 'binary' }).map((each) => {
  return `--x\r\nContent-Disposition: form-data; name="name"; filename="${each}"\r\n\r\n${each}\r\n--x--\r\n`
})

function formOf(valid: Fields) {
  const field = fc.tuple(fc.constantFrom(...Object.keys(valid), ...names, 'idempotency_key'), value)
  return fc.array(field, { maxLength: 12 }).map((fields) => {
    return new URLSearchParams(fields.map(([name, each]) => [name, String(text(each)).toWellFormed()])).toString()
  })
}

/** Bodies for an operation that takes this one: mostly close to it, else of every other shape. */
export function bodies(valid: Fields): fc.Arbitrary<Uint8Array> {
  const texts = fc.oneof(
    { weight: 6, arbitrary: nearlyValid(valid) },
    { weight: 2, arbitrary: fc.json() },
    fc.constant(text(valid)),
    fc.nat(text(valid).length).map((length) => text(valid).slice(0, length)),
    deep,
    brokenJson,
    formOf(valid),
    multipart,
    fc.string({ unit: 'binary' }),
  )
  const bytes = fc.oneof(
    fc.uint8Array(),
    brokenUtf8.map((each) => Uint8Array.from(each)),
  )
  return fc.oneof({ weight: 9, arbitrary: texts.map((each) => new TextEncoder().encode(each)) }, bytes)
}

// What node:http lets through in a header's value: no control characters, one byte each.
const headerText = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 200 })
  .map((each) => each.replaceAll('\u007f', ''))

const types = fc.constantFrom(
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/json; charset=utf-16',
)

/** Headers with everything the handlers look at, valid (`known`) or not. */
export function headers(known: { key: string; cookie: string; token: string }) {
  const maybe = (...arbitraries: fc.Arbitrary<string>[]) =>
    fc.option(fc.oneof(...arbitraries), { nil: undefined, freq: 1 })
  // Most requests must get past the first checks.
  const often = (valid: string) => ({ weight: 15, arbitrary: fc.constant(valid) })
  return fc.record({
    'Content-Type': fc.oneof({ weight: 8, arbitrary: fc.constant('application/json') }, types, headerText),
    'Sec-Fetch-Site': fc.oneof(often('same-origin'), fc.constantFrom('none', 'cross-site'), headerText),
    Origin: fc.oneof(
      often('http://localhost:3000'),
      fc.constantFrom('null', 'https://evil.example', 'http://['),
      headerText,
    ),
    'Idempotency-Key': maybe(fc.uuid(), fc.constant('0123456789abcdef'), headerText),
    Authorization: fc.oneof(often(`Bearer ${known.key}`), fc.constant('Bearer x'), headerText),
    Cookie: maybe(fc.constant(known.cookie), headerText, fc.constant('operator=;operator==;=')),
    'Form-Token': maybe(fc.constant(known.token), headerText, fc.constant(`é.${'é'.repeat(43)}`)),
    'X-Forwarded-For': fc.oneof(fc.ipV4(), fc.ipV6(), headerText),
    Accept: headerText,
    Range: headerText,
    'If-None-Match': headerText,
    'Accept-Language': headerText,
  })
}

const parameters = ['state', 'limit', 'cursor', 'from', 'to', 'format', 'include', 'email', 'q', '__proto__']

/** Query strings with the parameters that handlers know, and others. */
export const queries = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...parameters), fc.string()), value), { maxLength: 5 })
  .map((pairs) =>
    new URLSearchParams(pairs.map(([name, each]) => [name, String(text(each)).toWellFormed()])).toString(),
  )

/** What may stand for an id in an address. */
export const ids = (known: string) =>
  fc.oneof(fc.constant(known), fc.uuid(), fc.string({ unit: 'binary', minLength: 1 }), nasty.map(String))
