import { z } from 'zod'
import { recordOf } from '@/lib/text'
import { decimalPattern } from './decimal'
import { reportDefinitionOf, reportFields } from './fields'
import { monthPattern } from './month'

const time = z.iso.datetime({ offset: true })

const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const eventSchema = z.strictObject({
  kind: z.enum(['added', 'replaced', 'withdrawn', 'restored']),
  at: time,
  reason: z.string().nullable(),
  log_entry: z
    .int()
    .nullable()
    .describe(
      'The number of the report’s entry in the log. Null until the log has the entry.',
    ),
  log_hash: hash.nullable(),
})

const figure = z.string().regex(decimalPattern)
const kinds = {
  line: z.string(),
  language: z.string(),
  address: z.url(),
  month: z.string().regex(monthPattern),
  day: z.iso.date(),
  fingerprint: hash,
  figure,
  id: z.uuid(),
}

export const reportResponseSchema = z.strictObject({
  id: kinds.id,
  ...recordOf(reportFields, (field) => {
    const { kind, required } = reportDefinitionOf(field)
    return required ? kinds[kind] : kinds[kind].nullable()
  }),
  status: z.enum(['current', 'replaced', 'withdrawn']),
  gold_coverage: figure.nullable(),
  silver_coverage: figure.nullable(),
  published_at: time,
  replaced_by: kinds.id.nullable(),
  withdrawn_at: time.nullable(),
  withdrawn_reason: z.string().nullable(),
  history: z
    .array(eventSchema)
    .describe('Everything that happened to the report, oldest first.'),
})

/** The response to publishing a report. */
export const publishedResponseSchema = reportResponseSchema.extend({
  same_file_months: z
    .array(kinds.month)
    .optional()
    .describe('A warning: the other months that have the same file.'),
})

const signature = {
  key_id: z.string().nullable(),
  signature: z
    .string()
    .nullable()
    .describe(
      'An Ed25519 signature, in base64. Null if the site had no signing key.',
    ),
}

export const logEntrySchema = z.strictObject({
  sequence: z.int(),
  payload: z.string().describe('What happened, as canonical JSON (RFC 8785).'),
  previous_hash: hash,
  hash: hash.describe(
    'SHA-256 of previous_hash followed by payload, both as text.',
  ),
  ...signature,
})

export const logKeySchema = z.strictObject({
  id: z.string(),
  public_key: z.string().describe('SPKI in base64.'),
  entry: z.int().describe('The entry that introduces the key.'),
  vouched_by: z
    .string()
    .nullable()
    .describe('The previous key, which signed that entry.'),
})

/**
 * The log of everything published. The signed texts are `attestations entry N
 * HASH` and `attestations head N HASH`.
 */
export const logResponseSchema = z.strictObject({
  head: z.strictObject({ sequence: z.int(), hash, ...signature }),
  keys: z.array(logKeySchema),
  entries: z.array(logEntrySchema).describe('Oldest first.'),
})

export type LogJson = z.infer<typeof logResponseSchema>
export type LogEntry = z.infer<typeof logEntrySchema>
