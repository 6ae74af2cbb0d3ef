import { randomUUID } from 'node:crypto'
import { addMonths } from '@/lib/attestations/month'

/** The operator keys that tests/support/worker.ts sets. */
export const keys = {
  alice: 'alice-key-0123456789-0123456789-abc',
  bob: 'bob-key-0123456789-0123456789-abcdef',
}

/** A valid report with all its figures. */
export const validReport = {
  title: 'Reserve attestation, January 2025',
  description: 'Count and weight of the bars.',
  report_date: '2025-01',
  file_url: 'https://reports.thornquist-vale.example/2025-01.pdf',
  sha256: 'a'.repeat(64),
  gold_ounces: '41250.125',
  gold_tokens: '41250',
  silver_ounces: '999.99',
  silver_tokens: '1000',
  as_of: '2025-01-31',
  firm: 'Thornquist & Vale LLP',
  report_language: 'en',
}

/** Returns a valid report with an as-of date in the report's month. */
export function validReportWith(
  fields: Partial<typeof validReport & { replaces: string }>,
) {
  const as_of = fields.report_date
    ? `${fields.report_date}-28`
    : validReport.as_of
  return { ...validReport, as_of, ...fields }
}

let months = 0

/**
 * Returns a valid report with a month and a file that no other test in the file
 * uses, because the list has one report per month and a PDF belongs to one
 * month.
 */
export function freshReport(fields: object = {}) {
  const month = addMonths('1980-01', months++)
  const sha256 = String(months).padStart(64, '0')
  const own = { sha256, report_date: month, as_of: `${month}-28` }
  return { ...validReport, ...own, ...fields }
}

/** A file whose first and last bytes make it pass for a PDF. */
export const smallPdf = '%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'

const site = 'http://localhost:3000'

type Options = {
  key?: string
  cookie?: string
  headers?: Record<string, string | undefined>
  body?: unknown
  client?: string
}

/**
 * Returns a request as a browser on the site sends it, by default from a new
 * client. Leaves out headers that are undefined.
 */
export function siteRequest(
  method: string,
  path: string,
  options: Options = {},
): Request {
  const { key, cookie, headers = {}, body, client = randomUUID() } = options
  const sent = {
    'Sec-Fetch-Site': 'same-origin',
    'X-Forwarded-For': client,
    Authorization: key && `Bearer ${key}`,
    Cookie: cookie,
    'Content-Type': isForm(body) ? undefined : 'application/json',
    ...headers,
  }
  return new Request(site + path, {
    method,
    headers: Object.entries(sent).filter(
      (header): header is [string, string] => header[1] !== undefined,
    ),
    body: isRaw(body) ? body : JSON.stringify(body),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })
}

/** Whether the browser sets the content type of a body, or there is no body. */
function isForm(body: unknown): body is undefined | URLSearchParams | FormData {
  return (
    body === undefined ||
    body instanceof URLSearchParams ||
    body instanceof FormData
  )
}

function isRaw(body: unknown): body is BodyInit | undefined {
  return (
    isForm(body) ||
    typeof body === 'string' ||
    body instanceof Uint8Array ||
    body instanceof ReadableStream
  )
}

/** Returns the parameters that Next passes to a route below `[id]`. */
export function withId(id: string) {
  return { params: Promise.resolve({ id }) }
}

/** Returns the `Cookie` header that a browser sends after a `Set-Cookie`. */
export function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}
