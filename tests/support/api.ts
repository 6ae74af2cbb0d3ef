import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { apiTable, type Operation } from '@/lib/http/api-table'
import { freshReport, smallPdf } from './attestations'
import { validContact } from './contact'

type Handler = (
  request: Request,
  context: { params: Promise<{ id: string }> },
) => Promise<Response>

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

/** The key of an operator in tests/support/worker.ts. */
export const operatorKey = 'alice-key-0123456789-0123456789-abc'

const session = { session_id: 'test-session-0123456789', language: 'en' }
const read: Example = { success: 200 }
const onLead = (
  body: Record<string, unknown> = { language: 'en' },
): Example => {
  return { success: 200, lead: true, body: () => body }
}
const note = { note: 'Called back.', previous_note: '' }

/** Any other operation is like `read`. */
const examples: Record<string, Example> = {
  'POST /api/attestations': { success: 201, body: () => freshReport() },
  'POST /api/attestations/files': {
    success: 201,
    body: () => ({ file: smallPdf }),
  },
  'DELETE /api/attestations/{id}': {
    success: 200,
    report: 'published',
    body: () => ({ reason: 'Typing error.' }),
  },
  'POST /api/attestations/{id}/restore': { success: 200, report: 'withdrawn' },
  'POST /api/chatbot/chat': {
    success: 200,
    body: () => ({ ...session, message: 'What is the minimum order?' }),
  },
  'POST /api/chatbot/contact': {
    success: 201,
    body: () => ({
      ...session,
      session_id: randomUUID(),
      reach: validContact.email,
      note: 'Please call me.',
    }),
  },
  'POST /api/chatbot/feedback': {
    success: 204,
    body: () => ({ ...session, message: 'Is it warm in the vault?' }),
  },
  'POST /api/chatbot/end-session': { success: 204, body: () => session },
  'POST /api/contact': {
    success: 201,
    refusesWrongKeys: true,
    body: () => validContact,
  },
  'POST /api/operator/leads': {
    success: 200,
    body: () => ({ action: 'handle', ids: ['0A000000'] }),
  },
  'POST /api/operator/leads/{id}': onLead(note),
  'POST /api/operator/leads/{id}/assign': onLead({ owner: 'Zoe' }),
  'POST /api/operator/leads/{id}/erase': onLead(),
  'POST /api/operator/leads/{id}/handle': onLead(),
  'POST /api/operator/leads/{id}/note': onLead(note),
  'POST /api/operator/leads/{id}/release': onLead(),
  'POST /api/operator/leads/{id}/reopen': onLead(),
  'POST /api/operator/leads/{id}/retry': onLead(),
  'POST /api/operator/session': {
    success: 200,
    body: () => ({ key: operatorKey }),
  },
  'POST /api/operator/reports': {
    success: 303,
    body: () => ({ intent: 'save', draft: randomUUID(), title: 'Begun' }),
  },
  'POST /api/operator/questions/dismiss': {
    success: 303,
    body: () => ({ id: 'a'.repeat(64) }),
  },
  'POST /api/operator/session/end': {
    success: 303,
    body: () => ({ session: 'others' }),
  },
}

/** Every operation of the table by its name, such as `POST /api/contact`. */
export const operations = Object.entries(apiTable).flatMap(([path, methods]) =>
  Object.entries<Operation>(methods).map(([method, operation]) => {
    const name = `${method} ${path}`
    const { body: valid, ...example } = examples[name] ?? read
    return {
      ...example,
      name,
      method,
      path,
      forOperators: operation.authorisation !== 'none',
      // What a browser must not be made to do by another site.
      change: method !== 'GET',
      body: operation.body && valid && { ...operation.body, valid },
      handle: async () => (await loadRoute(path))[method] as Handler,
    }
  }),
)

function loadRoute(path: string): Promise<Record<string, unknown>> {
  return import(resolve('app', routeFileOf(path)))
}

/** The file below app that answers a path of the table. */
export function routeFileOf(path: string): string {
  const folder = path.slice(1).replace('{id}', '[id]')
  return `${folder.replace(/(?<=leads\/\[id\]).*/, '/[[...action]]')}/route.ts`
}

/** The route files that there are, but for those of pages and what goes with them. */
export function routeFiles(): string[] {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  // `api/internal` answers the server alone, which lets no visitor there.
  const ofPages =
    /^(api\/internal|\[locale\]|\.well-known|sitemap\.xml|speculation-rules\.json)\//
  return files
    .filter((file) => /(^|\/)route\.tsx?$/.test(file) && !ofPages.test(file))
    .sort()
}

/** The methods that a route file exports. */
export async function exportedMethods(path: string): Promise<string[]> {
  return Object.keys(await loadRoute(path)).filter((name) =>
    /^[A-Z]+$/.test(name),
  )
}
