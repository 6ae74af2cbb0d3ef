import { z } from 'zod'
import { separators } from '@/lib/http/csv'
import { routing } from '@/lib/i18n/routing'
import { maxCharacters } from '@/lib/max-characters'
import { keysOf } from '@/lib/text'
import { tidyEmail, tidyLine } from '@/lib/typed-text'
import { salesChannels } from './delivery/channels'
import { leadStages } from './stages'

export const leadStates = [
  'accepted',
  'undelivered',
  'delivered',
  'abandoned',
  'quarantined',
  'stored',
] as const

export type LeadStateName = (typeof leadStates)[number]

export const maxOwner = 100
export const maxNote = 5000
export const maxSearch = 200

const invalidTime = { error: 'invalid_time' }

const instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], invalidTime)
  .transform((value) => new Date(value))
  // Refuses year 0, which PostgreSQL lacks, and longer years, because the
  // adapters write years as four digits.
  .refine((moment) => /^(?!0000)\d{4}-/.test(moment.toISOString()), invalidTime)

const invalidLimit = { error: 'invalid_limit' }

/** The value of the owner filter that selects leads without an owner. */
export const noOwner = '-'

export const cursorPattern = /^[\w-]+$/

/** The filters of the lead list, in the API and in the console. */
const filters = {
  /**
   * Words that must all occur in name, company, e-mail, phone, reference,
   * message or note, ignoring case and accents.
   */
  q: z
    .string()
    .overwrite(tidyLine)
    .check(...maxCharacters(maxSearch))
    .optional(),
  state: z.enum(leadStates, { error: 'unknown_state' }).optional(),
  /** A stage, or `open` for all but won and lost. */
  stage: z.enum([...leadStages, 'open'], { error: 'unknown_stage' }).optional(),
  /** Selects accepted leads that have no delivery on this channel. */
  missing: z.enum(salesChannels, { error: 'unknown_channel' }).optional(),
  owner: z
    .string()
    .overwrite(tidyLine)
    .check(...maxCharacters(maxOwner))
    .optional(),
  reminder: z.enum(['due'], { error: 'unknown_reminder' }).optional(),
  language: z.enum(routing.locales, { error: 'unknown_language' }).optional(),
  /**
   * Selects leads received from this moment (ISO 8601; dates are in UTC) until
   * just before `until`.
   */
  since: instant.optional(),
  until: instant.optional(),
  order: z
    .enum(['newest', 'oldest'], { error: 'unknown_order' })
    .default('newest'),
}

export const filterNames = keysOf(filters)

/** The query parameters of the lead list (`GET /api/contact`). */
export const leadQuerySchema = z
  .object({
    ...filters,
    email: z
      .string()
      .overwrite(tidyEmail)
      .check(...maxCharacters(254))
      .optional(),
    limit: z.coerce
      .number(invalidLimit)
      .int(invalidLimit)
      .min(1, invalidLimit)
      .max(500, invalidLimit)
      .default(100),
    cursor: z
      .string()
      .regex(cursorPattern, { error: 'invalid_cursor', abort: true })
      .transform((value, context) => {
        const cursor = parseCursor(value)
        if (cursor) return cursor
        context.addIssue({ code: 'custom', message: 'invalid_cursor' })
        return z.NEVER
      })
      .optional(),
    /** How the CSV separates values. */
    separator: z
      .enum(keysOf(separators), { error: 'unknown_separator' })
      .default('comma'),
  })
  .refine(({ since, until }) => !(since && until) || since <= until, {
    path: ['until'],
    error: 'before_since',
  })

export type LeadQuery = z.output<typeof leadQuerySchema>

export type Position = { receivedAt: Date; id: string }

export function cursorAfter({ receivedAt, id }: Position): string {
  return Buffer.from(`${receivedAt.toISOString()} ${id}`).toString('base64url')
}

function parseCursor(value: string): Position | undefined {
  const [time, id = ''] = Buffer.from(value, 'base64url').toString().split(' ')
  const receivedAt = instant.safeParse(time).data
  return receivedAt && id ? { receivedAt, id } : undefined
}
