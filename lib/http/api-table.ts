// What the request filter, the route handlers, the OpenAPI document and the tests know of the API's addresses.
import type { Env } from '@/lib/env'
import { maxFileBytes } from '../attestations/fields'

export const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  pdf: 'application/pdf',
} as const

type Body = { maxBytes: number; types: readonly string[]; optional?: boolean }

export type Operation = {
  authorisation: 'none' | 'operator' | 'operator or open'
  credentials?: readonly ('key' | 'session')[]
  rateLimits: readonly Extract<keyof Env, `LIMIT_${string}`>[]
  body?: Body
}

type Operations = Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Operation>>

const kibibyte = 1024
const { json, form, multipart, pdf } = mediaTypes

const forAll = { authorisation: 'none', rateLimits: [] } as const
const forOperators = { authorisation: 'operator', credentials: ['key', 'session'], rateLimits: [] } as const

// Never for everybody: files fill the disk that leads are kept on.
const operatorChange = {
  ...forOperators,
  rateLimits: ['LIMIT_ATTESTATIONS_PER_CLIENT', 'LIMIT_OPERATOR_PER_CLIENT'],
} as const
const change = { ...operatorChange, authorisation: 'operator or open' } as const

function post<Of extends Omit<Operation, 'body'>>(operation: Of, maxBytes: number, ...types: string[]) {
  return { POST: { ...operation, body: { maxBytes, types } } }
}

const leadAction = post(forOperators, 8 * kibibyte, json, form)
// With the note and what it was before: a character takes up to nine bytes in a form.
const leadForm = post(forOperators, 96 * kibibyte, json, form)
const leadButton = { POST: { ...forOperators, body: { ...leadAction.POST.body, optional: true } } }
const report = { maxBytes: 32 * kibibyte, types: [json] }

/** Every address of the API with its methods. HEAD, where there is GET, and OPTIONS go without saying. */
export const apiTable = {
  '/api/attestations': { GET: forAll, POST: { ...change, body: report } },
  '/api/attestations/files': post(operatorChange, maxFileBytes, pdf),
  '/api/attestations/log': { GET: forAll },
  '/api/attestations/{id}': { DELETE: { ...change, body: { ...report, optional: true } } },
  '/api/attestations/{id}/restore': { POST: change },
  '/api/chatbot/chat': post(
    { ...forAll, rateLimits: ['LIMIT_CHAT_PER_CLIENT', 'LIMIT_CHAT_GLOBAL', 'LIMIT_CHAT_PER_SESSION'] },
    8 * kibibyte,
    json,
  ),
  '/api/chatbot/end-session': post({ ...forAll, rateLimits: ['LIMIT_CHAT_PER_CLIENT'] }, 8 * kibibyte, json),
  '/api/chatbot/status': { GET: forAll },
  '/api/contact': {
    GET: forOperators,
    POST: {
      authorisation: 'none',
      credentials: ['key'],
      rateLimits: [
        'LIMIT_CONTACT_PER_CLIENT',
        'LIMIT_CONTACT_PER_EMAIL',
        'LIMIT_CONTACT_GLOBAL',
        'LIMIT_CONTACT_PER_OPERATOR',
        'LIMIT_OPERATOR_PER_CLIENT',
      ],
      body: { maxBytes: 16 * kibibyte, types: [json, form] },
    },
  },
  '/api/contact/token': { GET: forAll },
  '/api/email': { GET: forAll },
  '/api/openapi.json': { GET: forAll },
  '/api/operator/leads.csv': { GET: forOperators },
  '/api/operator/leads': leadAction,
  '/api/operator/leads/{id}': leadForm,
  '/api/operator/leads/{id}/assign': leadAction,
  '/api/operator/leads/{id}/erase': leadButton,
  '/api/operator/leads/{id}/handle': leadButton,
  '/api/operator/leads/{id}/note': leadForm,
  '/api/operator/leads/{id}/release': leadButton,
  '/api/operator/leads/{id}/reopen': leadButton,
  '/api/operator/leads/{id}/retry': leadButton,
  '/api/operator/questions/dismiss': post(forOperators, kibibyte, form),
  '/api/operator/session': {
    GET: { ...forAll, credentials: ['session'] },
    ...post({ ...forAll, rateLimits: ['LIMIT_OPERATOR_PER_CLIENT'] }, kibibyte, json, form),
    DELETE: forAll,
  },
  '/api/operator/session/end': post(forOperators, kibibyte, form),
  '/api/operator/reports': post(operatorChange, maxFileBytes + 64 * kibibyte, form, multipart),
  '/healthz': { GET: forAll },
  '/metrics': { GET: forOperators },
  '/readyz': { GET: { ...forAll, credentials: ['key', 'session'] } },
} as const satisfies Record<string, Operations>

export type ApiTable = typeof apiTable

// A report's id: no dot segments and nothing encoded.
const segment = '(?!\\.{1,2}(?:/|$))[\\w.-]+'

const defaultMaxBytes = 8 * kibibyte

const addresses = Object.entries<Operations>(apiTable).map(([path, operations]) => {
  const bodies = Object.values(operations).map(({ body }) => body?.maxBytes ?? 0)
  const takesFile = bodies.some((maxBytes) => maxBytes >= maxFileBytes)
  return {
    path: path as keyof ApiTable,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace('{id}', segment)}/?$`),
    methods: [...Object.keys(operations), 'OPTIONS', ...('GET' in operations ? ['HEAD'] : [])].sort(),
    takesFile,
    /** In bytes; Infinity where the handler counts a file. */
    maxBodyBytes: takesFile ? Number.POSITIVE_INFINITY : Math.max(defaultMaxBytes, ...bodies),
  }
})

/** The address of the API that a path is; undefined for unknown paths, also with dot segments or encoding. */
export function findApiAddress(path: string) {
  return addresses.find(({ pattern }) => pattern.test(path))
}

export function isApiPath(path: string): boolean {
  return path.startsWith('/api/') || Object.hasOwn(apiTable, path)
}
