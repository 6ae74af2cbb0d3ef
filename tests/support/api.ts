import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { apiTable, type Operation } from '@/lib/http/api-table'
import { freshReport, smallPdf } from './attestations'
import { makeAuthenticator } from './authenticator'
import { validContact } from './contact'

type Handler = (
  request: Request,
  context: { params: Promise<{ id: string }> },
) => Promise<Response>

/**
 * An accepted request to an operation of the API's table, and the status of its
 * answer.
 */
type Example = {
  success: number
  /** A body that is accepted. */
  body?: () => Record<string, unknown>
  /** Whether a wrong key is refused although the operation needs no key. */
  refusesWrongKeys?: true
  /** Whether `{id}` must be the id of a published or a withdrawn report. */
  report?: 'published' | 'withdrawn'
  /** Whether `preparePasskeys` must be called first. */
  passkey?: true
  /** Whether `{id}` must be the id of a lead. */
  lead?: true
}

/** An operator key that tests/support/worker.ts sets. */
export const operatorKey = 'alice-key-0123456789-0123456789-abc'

const session = { session_id: 'test-session-0123456789', language: 'en' }
const read: Example = { success: 200 }

const device = makeAuthenticator()
const challenges = { signIn: '', add: '' }

/** Stores a passkey for bob and creates the challenges that examples sign. */
export async function preparePasskeys(): Promise<void> {
  // Imported late, because tests set the environment first.
  const { removePasskeys, savePasskey } = await import(
    '@/lib/operator/passkey-store'
  )
  const { createChallenge } = await import('@/lib/operator/passkey-challenge')
  const { id, publicKey } = device
  const passkey = { id, publicKey, counter: 0, transports: '', name: 'Test' }
  // Removes alice's passkeys, because the key of an operator with a passkey is
  // refused.
  await removePasskeys('alice')
  await savePasskey({ ...passkey, operator: 'bob' })
  challenges.signIn = createChallenge('sign in')
  challenges.add = createChallenge('add alice')
}

/** Operations that are not listed use `read`. */
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
  // Expects 404, because the tests set no CHAIN_RPC_URL.
  'GET /api/reserves': { success: 404 },
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
    body: () => ({ action: 'spam', ids: ['0A000000'] }),
  },
  'POST /api/operator/leads/{id}': {
    success: 200,
    lead: true,
    body: () => ({ note: 'Called back.' }),
  },
  'POST /api/operator/session': {
    success: 200,
    body: () => ({ key: operatorKey }),
  },
  'POST /api/operator/reports': {
    success: 303,
    body: () => ({ intent: 'save', draft: randomUUID(), title: 'Begun' }),
  },
  'POST /api/operator/passkey': {
    success: 200,
    passkey: true,
    body: () => device.signIn(challenges.signIn),
  },
  'POST /api/operator/passkeys': {
    success: 201,
    passkey: true,
    body: () => makeAuthenticator().register(challenges.add),
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
      role: operation.role,
      method,
      path,
      forOperators: operation.authorization !== 'none',
      // Whether the request changes something, so that another site must not be
      // able to trigger it.
      change: method !== 'GET',
      body: operation.body && valid && { ...operation.body, valid },
      handle: async () => (await loadRoute(path))[method] as Handler,
    }
  }),
)

function loadRoute(path: string): Promise<Record<string, unknown>> {
  return import(resolve('app', routeFileOf(path)))
}

/** Returns the file below app that handles a path of the table. */
export function routeFileOf(path: string): string {
  return `${path.slice(1).replace('{id}', '[id]')}/route.ts`
}

/** Returns all route files except those that belong to pages. */
export function routeFiles(): string[] {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  // Leaves out `api/internal`, because only the server itself can reach it.
  const ofPages =
    /^(api\/internal|\[locale\]|\.well-known|sitemap\.xml|speculation-rules\.json)\//
  return files
    .filter((file) => /(^|\/)route\.tsx?$/.test(file) && !ofPages.test(file))
    .sort()
}

/** Returns the methods that a route file exports. */
export async function exportedMethods(path: string): Promise<string[]> {
  return Object.keys(await loadRoute(path)).filter((name) =>
    /^[A-Z]+$/.test(name),
  )
}
