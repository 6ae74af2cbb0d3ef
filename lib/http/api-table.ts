// Describes the API's addresses to the request filter, the route handlers, the
// OpenAPI document and the tests.
import { z } from 'zod'
import { maxFileBytes } from '@/lib/attestations/file-limits'
import {
  draftSchema,
  reportSchemaSince,
  withdrawalSchema,
} from '@/lib/attestations/schema'
import {
  chatRequestSchema,
  endRequestSchema,
  feedbackSchema,
} from '@/lib/chatbot/schema'
import { bulkSchema, updateSchema } from '@/lib/console/leads/schema'
import { cardSubmissionSchema, submissionSchema } from '@/lib/leads/context'
import type { Role } from '@/lib/operator/role-names'
import {
  assertionSchema,
  keySchema,
  newPasskeySchema,
} from '@/lib/operator/schema'
import type { RateLimitName } from '@/lib/settings'
import { maxBytesOf, spareBytes } from './body-size'

export const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  pdf: 'application/pdf',
} as const

type Body = { maxBytes: number; types: readonly string[]; optional?: boolean }

export type Operation = {
  authorization: 'none' | 'operator' | 'operator or open'
  /** The role that the operator needs. */
  role?: Role
  credentials?: readonly ('key' | 'session')[]
  rateLimits: readonly RateLimitName[]
  body?: Body
}

type Operations = Partial<
  Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Operation>
>

const { json, form, multipart, pdf } = mediaTypes

const forAll = { authorization: 'none', rateLimits: [] } as const
const forOperators = {
  authorization: 'operator',
  credentials: ['key', 'session'],
  rateLimits: [],
} as const
const forSales = { ...forOperators, role: 'sales' } as const

// Requires an operator even if reports are open to everyone, because files fill
// the disk that stores leads.
const operatorChange = {
  ...forOperators,
  role: 'compliance',
  rateLimits: ['LIMIT_ATTESTATIONS_PER_CLIENT', 'LIMIT_OPERATOR_PER_CLIENT'],
} as const
const change = { ...operatorChange, authorization: 'operator or open' } as const

function forAllWithin(...rateLimits: Operation['rateLimits']) {
  return { authorization: 'none', rateLimits } as const
}

function withBody<Of extends Operation>(
  operation: Of,
  schema: z.core.$ZodType,
  ...types: string[]
) {
  return { ...operation, body: { maxBytes: maxBytesOf(schema), types } }
}

function withOptionalBody<Of extends { body: Body }>({
  body,
  ...operation
}: Of) {
  return { ...operation, body: { ...body, optional: true } }
}

const contactPost = {
  authorization: 'none',
  credentials: ['key'],
  rateLimits: [
    'LIMIT_CONTACT_PER_CLIENT',
    'LIMIT_CONTACT_PER_EMAIL',
    'LIMIT_CONTACT_GLOBAL',
    'LIMIT_CONTACT_PER_OPERATOR',
    'LIMIT_OPERATOR_PER_CLIENT',
  ],
} as const

const nothingTyped = z.object({})
const reportForm = withBody(operatorChange, draftSchema, form, multipart)

/**
 * Every API address and its methods. Every address also answers OPTIONS, and
 * HEAD if it answers GET.
 */
export const apiTable = {
  '/api/attestations': {
    GET: forAll,
    POST: withBody(change, reportSchemaSince(''), json),
  },
  '/api/attestations/files': {
    POST: { ...operatorChange, body: { maxBytes: maxFileBytes, types: [pdf] } },
  },
  '/api/attestations/log': { GET: forAll },
  '/api/attestations/{id}': {
    DELETE: withOptionalBody(withBody(change, withdrawalSchema, json)),
  },
  '/api/attestations/{id}/restore': { POST: change },
  '/api/chatbot/chat': {
    POST: withBody(
      forAllWithin(
        'LIMIT_CHAT_PER_CLIENT',
        'LIMIT_CHAT_GLOBAL',
        'LIMIT_CHAT_PER_SESSION',
      ),
      chatRequestSchema,
      json,
    ),
  },
  '/api/chatbot/contact': {
    POST: withBody(
      forAllWithin(
        'LIMIT_CONTACT_PER_CLIENT',
        'LIMIT_CONTACT_PER_EMAIL',
        'LIMIT_CONTACT_GLOBAL',
      ),
      cardSubmissionSchema,
      json,
    ),
  },
  '/api/chatbot/end-session': {
    POST: withBody(
      forAllWithin('LIMIT_CHAT_PER_CLIENT'),
      endRequestSchema,
      json,
    ),
  },
  '/api/chatbot/feedback': {
    POST: withBody(forAllWithin('LIMIT_CHAT_PER_CLIENT'), feedbackSchema, json),
  },
  '/api/chatbot/status': { GET: forAll },
  '/api/contact': {
    GET: forSales,
    POST: withBody(contactPost, submissionSchema, json, form),
  },
  '/api/contact/token': { GET: forAll },
  '/api/email': { GET: forAll },
  '/api/openapi.json': { GET: forAll },
  '/api/operator/leads.csv': { GET: forSales },
  '/api/operator/leads': { POST: withBody(forSales, bulkSchema, json, form) },
  '/api/operator/leads/{id}': {
    POST: withBody(forSales, updateSchema, json, form),
  },
  '/api/operator/passkey': {
    GET: forAll,
    POST: withBody(
      forAllWithin('LIMIT_OPERATOR_PER_CLIENT'),
      assertionSchema,
      json,
    ),
  },
  '/api/operator/passkeys': {
    GET: forOperators,
    POST: withBody(forOperators, newPasskeySchema, json, form),
  },
  '/api/operator/questions/dismiss': {
    POST: withBody(forSales, nothingTyped, form),
  },
  '/api/operator/session': {
    GET: { ...forAll, credentials: ['session'] },
    POST: withBody(
      forAllWithin('LIMIT_OPERATOR_PER_CLIENT'),
      keySchema,
      json,
      form,
    ),
    DELETE: forAll,
  },
  '/api/operator/session/end': {
    POST: withBody(forOperators, nothingTyped, form),
  },
  '/api/operator/reports': {
    POST: {
      ...reportForm,
      body: {
        ...reportForm.body,
        maxBytes: maxFileBytes + reportForm.body.maxBytes,
      },
    },
  },
  '/api/reserves': { GET: forAll },
  '/healthz': { GET: forAll },
  '/metrics': { GET: forOperators },
  '/readyz': { GET: { ...forAll, credentials: ['key', 'session'] } },
} as const satisfies Record<string, Operations>

export type ApiTable = typeof apiTable

// Matches an id that contains no dot segments and no encoded characters.
const segment = '(?!\\.{1,2}(?:/|$))[\\w.-]+'

const addresses = Object.entries<Operations>(apiTable).map(
  ([path, operations]) => {
    const bodies = Object.values(operations).map(
      ({ body }) => body?.maxBytes ?? spareBytes,
    )
    const takesFile = bodies.some((maxBytes) => maxBytes >= maxFileBytes)
    return {
      path: path as keyof ApiTable,
      pattern: new RegExp(
        `^${path.replaceAll('.', '\\.').replace('{id}', segment)}/?$`,
      ),
      methods: [
        ...Object.keys(operations),
        'OPTIONS',
        ...('GET' in operations ? ['HEAD'] : []),
      ].sort(),
      takesFile,
      /**
       * In bytes, or Infinity if the handler itself limits the size of a file.
       */
      maxBodyBytes: takesFile ? Number.POSITIVE_INFINITY : Math.max(...bodies),
    }
  },
)

/**
 * Returns the API address of a path, or undefined for unknown paths, dot
 * segments and encoded characters.
 */
export function findApiAddress(path: string) {
  return addresses.find(({ pattern }) => pattern.test(path))
}

/** Returns how many bytes the body of a request may have. */
export function maxBodyBytesOf({ url, method }: Request): number {
  const path = findApiAddress(new URL(url).pathname)?.path
  const operations: Partial<Record<string, Operation>> = path
    ? apiTable[path]
    : {}
  return operations[method]?.body?.maxBytes ?? 0
}

export function isApiPath(path: string): boolean {
  return path.startsWith('/api/') || Object.hasOwn(apiTable, path)
}
