import { readdirSync } from 'node:fs'
import { validReport } from './attestations'
import { validContact } from './contact'

export type Handler = (request: Request, context: { params: Promise<{ id: string }> }) => Promise<Response>

/** What an operation may answer to somebody who may do it. */
type Operation = {
  success: number
  /** Who may: `all`, an `operator`, or all with more told to an operator (`more`). */
  for: 'all' | 'operator' | 'more'
  /** Whether a wrong key is refused although nobody needs one. */
  refusesWrongKeys?: true
  /** A change that a browser must not be made to do by another site. */
  change?: true
  /** The JSON body it takes, and how many bytes of it. */
  body?: { valid: () => Record<string, unknown>; maxBytes: number; optional?: true; alsoForm?: true }
  /** Whether `{id}` must be a withdrawn report's or a published one's. */
  report?: 'published' | 'withdrawn'
}

type Route = { path: string; load: () => Promise<object>; operations: Record<string, Operation> }

const kibibyte = 1024
const session = { session_id: 'test-session-0123456789', language: 'en' }
const chat = { valid: () => ({ ...session, message: 'What is the minimum order?' }), maxBytes: 8 * kibibyte }
const report = { valid: () => validReport, maxBytes: 32 * kibibyte }
const read: Operation = { success: 200, for: 'all' }

/** The key of an operator in tests/support/worker.ts. */
export const operatorKey = 'alice-key-0123456789-0123456789-abc'

/** Every route file under app/api with every method it answers. */
export const routes: Record<string, Route> = {
  'attestations/route.ts': {
    path: '/api/attestations',
    load: () => import('@/app/api/attestations/route'),
    operations: { GET: read, POST: { success: 201, for: 'operator', change: true, body: report } },
  },
  'attestations/[id]/route.ts': {
    path: '/api/attestations/{id}',
    load: () => import('@/app/api/attestations/[id]/route'),
    operations: {
      DELETE: {
        success: 200,
        for: 'operator',
        change: true,
        report: 'published',
        body: { valid: () => ({ reason: 'Typing error.' }), maxBytes: 32 * kibibyte, optional: true },
      },
    },
  },
  'attestations/[id]/restore/route.ts': {
    path: '/api/attestations/{id}/restore',
    load: () => import('@/app/api/attestations/[id]/restore/route'),
    operations: { POST: { success: 200, for: 'operator', change: true, report: 'withdrawn' } },
  },
  'chatbot/chat/route.ts': {
    path: '/api/chatbot/chat',
    load: () => import('@/app/api/chatbot/chat/route'),
    operations: { POST: { success: 200, for: 'all', change: true, body: chat } },
  },
  'chatbot/end-session/route.ts': {
    path: '/api/chatbot/end-session',
    load: () => import('@/app/api/chatbot/end-session/route'),
    operations: {
      POST: { success: 204, for: 'all', change: true, body: { valid: () => session, maxBytes: 8 * kibibyte } },
    },
  },
  'chatbot/status/route.ts': {
    path: '/api/chatbot/status',
    load: () => import('@/app/api/chatbot/status/route'),
    operations: { GET: read },
  },
  'contact/route.ts': {
    path: '/api/contact',
    load: () => import('@/app/api/contact/route'),
    operations: {
      GET: { success: 200, for: 'operator' },
      POST: {
        success: 201,
        for: 'all',
        refusesWrongKeys: true,
        change: true,
        body: { valid: () => validContact, maxBytes: 16 * kibibyte, alsoForm: true },
      },
    },
  },
  'contact/token/route.ts': {
    path: '/api/contact/token',
    load: () => import('@/app/api/contact/token/route'),
    operations: { GET: read },
  },
  'email/route.ts': { path: '/api/email', load: () => import('@/app/api/email/route'), operations: { GET: read } },
  'health/route.ts': {
    path: '/api/health',
    load: () => import('@/app/api/health/route'),
    operations: { GET: { success: 200, for: 'more' } },
  },
  'health/live/route.ts': {
    path: '/api/health/live',
    load: () => import('@/app/api/health/live/route'),
    operations: { GET: read },
  },
  'openapi.json/route.ts': {
    path: '/api/openapi.json',
    load: () => import('@/app/api/openapi.json/route'),
    operations: { GET: read },
  },
  'operator/session/route.ts': {
    path: '/api/operator/session',
    load: () => import('@/app/api/operator/session/route'),
    operations: {
      GET: { success: 200, for: 'more' },
      POST: { success: 200, for: 'all', change: true, body: { valid: () => ({ key: operatorKey }), maxBytes: 1024 } },
      DELETE: { success: 200, for: 'all', change: true },
    },
  },
}

/** Every operation by its name, such as `POST /api/contact`. */
export const operations = Object.values(routes).flatMap(({ path, load, operations }) =>
  Object.entries(operations).map(([method, operation]) => ({
    ...operation,
    name: `${method} ${path}`,
    method,
    path,
    handle: async () => (await load())[method as keyof object] as Handler,
  })),
)

/** The route files that there are, as the table names them. */
export function routeFiles(): string[] {
  const files = readdirSync('app/api', { recursive: true, encoding: 'utf8' })
  return files.filter((file) => /(^|\/)route\.tsx?$/.test(file)).sort()
}
