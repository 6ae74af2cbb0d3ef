import { z } from 'zod'
import { truncate } from '@/lib/shown-text'
import { parseJson, recordOf } from '@/lib/text'
import { tidyLine } from '@/lib/typed-text'
import { cardSchema } from './card-schema'
import { contactSchema } from './schema'

type Definition = {
  max: number
  tidy?: (text: string) => string
  about: string
}

// Accepts a path on this site without its query, a host, or an identifier such
// as a time zone.
const path = {
  max: 200,
  tidy: (text: string) => /^\/[^?#]*/.exec(text)?.[0] ?? '',
}
const host = {
  max: 253,
  tidy: (text: string) =>
    /^[\w.-]+(:\d+)?$/.exec(text)?.[0].toLowerCase() ?? '',
}
const name = {
  max: 64,
  tidy: (text: string) => /^[\w+/-]+$/.exec(text)?.[0] ?? '',
}
const campaignFields = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const

const definitions = {
  landing_page: { ...path, about: 'The path of the visit’s first page.' },
  form_page: { ...path, about: 'The path of the page with the form.' },
  referrer: {
    ...host,
    about: 'The host that the visitor came from, without the page there.',
  },
  ...recordOf(campaignFields, (field) => {
    return { max: 100, about: `\`${field}\` of the landing page’s address.` }
  }),
  time_zone: {
    ...name,
    about: 'The browser’s time zone, such as Europe/Paris.',
  },
  browser_locale: {
    ...name,
    about: 'The browser’s first language, such as fr-CA.',
  },
} satisfies Record<string, Definition>

export type ContextField = keyof typeof definitions

export const contextFields = Object.keys(definitions) as ContextField[]

/**
 * The context sent with a lead. Never rejects, because invalid values are
 * dropped or truncated.
 */
export const contextSchema = z
  .object(recordOf(contextFields, tidied))
  .partial()
  .catch({})

export const submissionSchema = z.object({
  ...contactSchema.shape,
  context: contextSchema.optional(),
})

export const cardSubmissionSchema = z.object({
  ...cardSchema.shape,
  context: contextSchema.optional(),
})

export type LeadContext = z.output<typeof contextSchema>

export const contextResponseSchema = z
  .strictObject(
    recordOf(contextFields, (field) =>
      z.string().describe(definitions[field].about),
    ),
  )
  .partial()

export function storedContext(context: LeadContext = {}): string | null {
  const rows = rowsOf(context)
  return rows.length > 0 ? JSON.stringify(Object.fromEntries(rows)) : null
}

/** Returns the values of a stored lead's context, in field order. */
export function contextRows({
  context,
}: {
  context: string | null
}): [field: ContextField, value: string][] {
  return rowsOf(contextSchema.parse(parseJson(context ?? '{}')))
}

function rowsOf(context: LeadContext): [field: ContextField, value: string][] {
  return contextFields.flatMap((field): [ContextField, string][] =>
    context[field] ? [[field, context[field]]] : [],
  )
}

function tidied(field: ContextField) {
  const definition: Definition = definitions[field]
  const { max, tidy = (text) => text, about } = definition
  const text = z
    .string()
    .transform((value) => truncate(tidy(tidyLine(value)), max) || undefined)
  return text.catch(undefined).describe(about)
}
