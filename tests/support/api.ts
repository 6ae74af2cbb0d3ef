import { readdirSync } from 'node:fs'
import { type ApiTable, apiTable, type Operation as TableOperation } from '@/lib/http/api-table'
import { freshReport, smallPdf } from './attestations'
import { validContact } from './contact'

type Handler = (request: Request, context: { params: Promise<{ id: string }> }) => Promise<Response>

/** What an operation of the API's table answers to somebody who may do it, and to what. */
type Example = {
  success: number
  /** A body that is accepted. */
  body?: () => Record<string, unknown>
  /** Whether a wrong key is refused although nobody needs one. */
  refusesWrongKeys?: true
  /** Whether `{id}` must be a withdrawn report's or a published one's. */
  report?: 'published' | 'withdrawn'
  /** Whether `{id}` must be a lead's. */
  lead?: true
}

type Routes = {
  [Path in keyof ApiTable]: {
    load: () => Promise<{ [Method in keyof ApiTable[Path]]: unknown }>
    examples: { [Method in keyof ApiTable[Path]]: Example }
  }
}

const session = { session_id: 'test-session-0123456789', language: 'en' }
const read: Example = { success: 200 }
const onLead: Example = { success: 200, lead: true, body: () => ({ language: 'en' }) }

/** The key of an operator in tests/support/worker.ts. */
export const operatorKey = 'alice-key-0123456789-0123456789-abc'

const routes: Routes = {
  '/api/attestations': {
    load: () => import('@/app/api/attestations/route'),
    examples: { GET: read, POST: { success: 201, body: () => freshReport() } },
  },
  '/api/attestations/files': {
    load: () => import('@/app/api/attestations/files/route'),
    examples: { POST: { success: 201, body: () => ({ file: smallPdf }) } },
  },
  '/api/attestations/log': { load: () => import('@/app/api/attestations/log/route'), examples: { GET: read } },
  '/api/attestations/{id}': {
    load: () => import('@/app/api/attestations/[id]/route'),
    examples: { DELETE: { success: 200, report: 'published', body: () => ({ reason: 'Typing error.' }) } },
  },
  '/api/attestations/{id}/restore': {
    load: () => import('@/app/api/attestations/[id]/restore/route'),
    examples: { POST: { success: 200, report: 'withdrawn' } },
  },
  '/api/chatbot/chat': {
    load: () => import('@/app/api/chatbot/chat/route'),
    examples: { POST: { success: 200, body: () => ({ ...session, message: 'What is the minimum order?' }) } },
  },
  '/api/chatbot/end-session': {
    load: () => import('@/app/api/chatbot/end-session/route'),
    examples: { POST: { success: 204, body: () => session } },
  },
  '/api/chatbot/status': { load: () => import('@/app/api/chatbot/status/route'), examples: { GET: read } },
  '/api/contact': {
    load: () => import('@/app/api/contact/route'),
    examples: { GET: read, POST: { success: 201, refusesWrongKeys: true, body: () => validContact } },
  },
  '/api/contact/token': { load: () => import('@/app/api/contact/token/route'), examples: { GET: read } },
  '/api/email': { load: () => import('@/app/api/email/route'), examples: { GET: read } },
  '/healthz': { load: () => import('@/app/healthz/route'), examples: { GET: read } },
  '/metrics': { load: () => import('@/app/metrics/route'), examples: { GET: read } },
  '/readyz': { load: () => import('@/app/readyz/route'), examples: { GET: read } },
  '/api/openapi.json': { load: () => import('@/app/api/openapi.json/route'), examples: { GET: read } },
  '/api/operator/leads.csv': { load: () => import('@/app/api/operator/leads.csv/route'), examples: { GET: read } },
  '/api/operator/leads': {
    load: () => import('@/app/api/operator/leads/route'),
    examples: { POST: { success: 200, body: () => ({ action: 'handle', ids: ['0A000000'] }) } },
  },
  '/api/operator/leads/{id}': {
    load: () => import('@/app/api/operator/leads/[id]/route'),
    examples: { POST: { ...onLead, body: () => ({ note: 'Called back.', previous_note: '' }) } },
  },
  '/api/operator/leads/{id}/assign': {
    load: () => import('@/app/api/operator/leads/[id]/assign/route'),
    examples: { POST: { ...onLead, body: () => ({ owner: 'Zoe' }) } },
  },
  '/api/operator/leads/{id}/erase': {
    load: () => import('@/app/api/operator/leads/[id]/erase/route'),
    examples: { POST: onLead },
  },
  '/api/operator/leads/{id}/handle': {
    load: () => import('@/app/api/operator/leads/[id]/handle/route'),
    examples: { POST: onLead },
  },
  '/api/operator/leads/{id}/note': {
    load: () => import('@/app/api/operator/leads/[id]/note/route'),
    examples: { POST: { ...onLead, body: () => ({ note: 'Called back.', previous_note: '' }) } },
  },
  '/api/operator/leads/{id}/release': {
    load: () => import('@/app/api/operator/leads/[id]/release/route'),
    examples: { POST: onLead },
  },
  '/api/operator/leads/{id}/reopen': {
    load: () => import('@/app/api/operator/leads/[id]/reopen/route'),
    examples: { POST: onLead },
  },
  '/api/operator/leads/{id}/retry': {
    load: () => import('@/app/api/operator/leads/[id]/retry/route'),
    examples: { POST: onLead },
  },
  '/api/operator/session': {
    load: () => import('@/app/api/operator/session/route'),
    examples: { GET: read, POST: { success: 200, body: () => ({ key: operatorKey }) }, DELETE: read },
  },
  '/api/operator/reports': {
    load: () => import('@/app/api/operator/reports/route'),
    examples: { POST: { success: 303, body: () => ({ intent: 'save', title: 'Begun' }) } },
  },
  '/api/operator/questions/dismiss': {
    load: () => import('@/app/api/operator/questions/dismiss/route'),
    examples: { POST: { success: 303, body: () => ({ id: 'a'.repeat(64) }) } },
  },
  '/api/operator/session/end': {
    load: () => import('@/app/api/operator/session/end/route'),
    examples: { POST: { success: 303, body: () => ({ session: 'others' }) } },
  },
}

/** Every operation of the table by its name, such as `POST /api/contact`. */
export const operations = Object.entries(apiTable).flatMap(([path, methods]) =>
  Object.entries<TableOperation>(methods).map(([method, operation]) => {
    const { load, examples } = routes[path as keyof Routes]
    const { body: valid, ...example } = (examples as Record<string, Example>)[method] ?? { success: 200 }
    return {
      ...example,
      name: `${method} ${path}`,
      method,
      path,
      for: audienceOf(operation),
      // What a browser must not be made to do by another site.
      change: method !== 'GET',
      body: operation.body && valid && { ...operation.body, valid },
      handle: async () => Reflect.get(await load(), method) as Handler,
    }
  }),
)

/** Who may: `all`, an `operator`, or all with more told to an operator (`more`). */
function audienceOf({ authorisation, credentials }: TableOperation): 'all' | 'operator' | 'more' {
  if (authorisation !== 'none') return 'operator'
  return credentials?.includes('session') ? 'more' : 'all'
}

/** The file below app that answers a path of the table. */
export function routeFileOf(path: string): string {
  return `${path.slice(1).replace('{id}', '[id]')}/route.ts`
}

/** The route files that there are, but for those of pages and what goes with them. */
export function routeFiles(): string[] {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  // `api/internal` answers the server alone, which lets no visitor there.
  const ofPages = /^(api\/internal|\[locale\]|\.well-known|speculation-rules\.json)\//
  return files.filter((file) => /(^|\/)route\.tsx?$/.test(file) && !ofPages.test(file)).sort()
}

/** The methods that a route file exports. */
export async function exportedMethods(path: keyof ApiTable): Promise<string[]> {
  return Object.keys(await routes[path].load()).filter((name) => /^[A-Z]+$/.test(name))
}
