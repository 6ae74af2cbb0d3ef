// What the request filter, the route handlers, the OpenAPI document and the tests know of the API's addresses.
import type { Env } from '@/lib/env'
import { maxFileBytes } from '../attestations/fields'

export const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  pdf: 'application/pdf',
} as const

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Credential = 'key' | 'session'

export type Operation = {
  authorisation: 'none' | 'operator' | 'operator or open'
  credentials?: readonly Credential[]
  rateLimits: readonly Extract<keyof Env, `LIMIT_${string}`>[]
  body?: { maxBytes: number; types: readonly string[]; optional?: boolean }
}

const kibibyte = 1024

const read = { authorisation: 'none', rateLimits: [] } as const
const readMore = { ...read, credentials: ['key', 'session'] } as const

const change = {
  authorisation: 'operator or open',
  credentials: ['key', 'session'],
  rateLimits: ['LIMIT_ATTESTATIONS_PER_CLIENT', 'LIMIT_OPERATOR_PER_CLIENT'],
} as const

const forOperators = { authorisation: 'operator', credentials: ['key', 'session'] } as const

// Never for everybody: files fill the disk that leads are kept on.
const operatorChange = {
  ...forOperators,
  rateLimits: ['LIMIT_ATTESTATIONS_PER_CLIENT', 'LIMIT_OPERATOR_PER_CLIENT'],
} as const
const actions = [mediaTypes.json, mediaTypes.form]
const leadAction = { ...forOperators, rateLimits: [], body: { maxBytes: 8 * kibibyte, types: actions } } as const
// With the note and what it was before: a character takes up to nine bytes in a form.
const leadForm = { ...leadAction, body: { ...leadAction.body, maxBytes: 96 * kibibyte } } as const
const leadButton = { ...leadAction, body: { ...leadAction.body, optional: true } } as const

const report = { maxBytes: 32 * kibibyte, types: [mediaTypes.json] } as const
const chat = { maxBytes: 8 * kibibyte, types: [mediaTypes.json] } as const

/** Every address of the API with its methods. HEAD, where there is GET, and OPTIONS go without saying. */
export const apiTable = {
  '/api/attestations': { GET: read, POST: { ...change, body: report } },
  '/api/attestations/files': { POST: { ...operatorChange, body: { maxBytes: maxFileBytes, types: [mediaTypes.pdf] } } },
  '/api/attestations/log': { GET: read },
  '/api/attestations/{id}': { DELETE: { ...change, body: { ...report, optional: true } } },
  '/api/attestations/{id}/restore': { POST: change },
  '/api/chatbot/chat': {
    POST: {
      authorisation: 'none',
      rateLimits: ['LIMIT_CHAT_PER_CLIENT', 'LIMIT_CHAT_GLOBAL', 'LIMIT_CHAT_PER_SESSION'],
      body: chat,
    },
  },
  '/api/chatbot/end-session': {
    POST: { authorisation: 'none', rateLimits: ['LIMIT_CHAT_PER_CLIENT'], body: chat },
  },
  '/api/chatbot/status': { GET: read },
  '/api/contact': {
    GET: { authorisation: 'operator', credentials: ['key', 'session'], rateLimits: [] },
    POST: {
      authorisation: 'none',
      credentials: ['key'],
      rateLimits: [
        'LIMIT_CONTACT_PER_CLIENT',
        'LIMIT_CONTACT_PER_EMAIL',
        'LIMIT_CONTACT_GLOBAL',
        'LIMIT_CONTACT_FLOOD',
        'LIMIT_CONTACT_PER_OPERATOR',
        'LIMIT_OPERATOR_PER_CLIENT',
      ],
      body: { maxBytes: 16 * kibibyte, types: [mediaTypes.json, mediaTypes.form] },
    },
  },
  '/api/contact/token': { GET: read },
  '/api/email': { GET: read },
  '/api/openapi.json': { GET: read },
  '/api/operator/leads.csv': { GET: { ...forOperators, rateLimits: [] } },
  '/api/operator/leads': { POST: leadAction },
  '/api/operator/leads/{id}': { POST: leadForm },
  '/api/operator/leads/{id}/assign': { POST: leadAction },
  '/api/operator/leads/{id}/erase': { POST: leadButton },
  '/api/operator/leads/{id}/handle': { POST: leadButton },
  '/api/operator/leads/{id}/note': { POST: leadForm },
  '/api/operator/leads/{id}/release': { POST: leadButton },
  '/api/operator/leads/{id}/reopen': { POST: leadButton },
  '/api/operator/leads/{id}/retry': { POST: leadButton },
  '/api/operator/questions/dismiss': {
    POST: { ...forOperators, rateLimits: [], body: { maxBytes: kibibyte, types: [mediaTypes.form] } },
  },
  '/api/operator/session': {
    GET: { authorisation: 'none', credentials: ['session'], rateLimits: [] },
    POST: {
      authorisation: 'none',
      rateLimits: ['LIMIT_OPERATOR_PER_CLIENT'],
      body: { maxBytes: kibibyte, types: [mediaTypes.json, mediaTypes.form] },
    },
    DELETE: read,
  },
  '/api/operator/session/end': {
    POST: { ...forOperators, rateLimits: [], body: { maxBytes: kibibyte, types: [mediaTypes.form] } },
  },
  '/api/operator/reports': {
    POST: {
      ...operatorChange,
      body: { maxBytes: maxFileBytes + 64 * kibibyte, types: [mediaTypes.form, mediaTypes.multipart] },
    },
  },
  '/healthz': { GET: read },
  '/metrics': { GET: { authorisation: 'operator', credentials: ['key', 'session'], rateLimits: [] } },
  '/readyz': { GET: readMore },
} as const satisfies Record<string, Partial<Record<Method, Operation>>>

export type ApiTable = typeof apiTable

// A report's id: no dot segments and nothing encoded.
const segment = '(?!\\.{1,2}(?:/|$))[\\w.-]+'

const addresses = Object.entries(apiTable).map(([path, operations]) => ({
  path: path as keyof ApiTable,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace('{id}', segment)}/?$`),
  methods: withImplied(Object.keys(operations)),
}))

/** The methods of a path of the API, sorted; undefined for unknown paths, also with dot segments or encoding. */
export function methodsOf(path: string): readonly string[] | undefined {
  return addresses.find(({ pattern }) => pattern.test(path))?.methods
}

export function apiPathOf(path: string): keyof ApiTable | undefined {
  return addresses.find(({ pattern }) => pattern.test(path))?.path
}

export const apiPathsAtRoot: ReadonlySet<string> = new Set(
  Object.keys(apiTable).filter((path) => !path.startsWith('/api/')),
)

export const fileTakingPaths: ReadonlySet<string> = new Set(
  Object.entries<Partial<Record<Method, Operation>>>(apiTable)
    .filter(([, operations]) => Object.values(operations).some(({ body }) => (body?.maxBytes ?? 0) >= maxFileBytes))
    .map(([path]) => path),
)

const defaultMaxBytes = 8 * kibibyte

/** The size in bytes from which a body is too large for an address of the API; Infinity where the handler counts a file. */
export function maxBodyBytesOf(path: string): number {
  const address = apiPathOf(path)
  if (address === undefined || fileTakingPaths.has(address)) return Number.POSITIVE_INFINITY
  const operations: Operation[] = Object.values(apiTable[address])
  return Math.max(defaultMaxBytes, ...operations.map(({ body }) => body?.maxBytes ?? 0))
}

export function isApiPath(path: string): boolean {
  return path.startsWith('/api/') || apiPathsAtRoot.has(path)
}

function withImplied(methods: string[]): string[] {
  return [...methods, 'OPTIONS', ...(methods.includes('GET') ? ['HEAD'] : [])].sort()
}
