import { z } from 'zod'
import { hourMs } from '@/lib/durations'
import {
  contactDefinitionOf,
  leadNamePattern,
} from '@/lib/leads/contact-fields'
import { salesChannels } from '@/lib/leads/delivery/channels'
import { correctableFields } from '@/lib/leads/editable-lead'
import { maxNote, maxOwner } from '@/lib/leads/query'
import { fieldTextSchema } from '@/lib/leads/schema'
import { leadStages } from '@/lib/leads/stages'
import { maxCharacters } from '@/lib/max-characters'
import { requiredCode } from '@/lib/required-code'
import { isRecord, recordOf } from '@/lib/text'
import { tidyLine, tidyText } from '@/lib/typed-text'

const given = z.string({ error: requiredCode })
const note = given.overwrite(tidyText).check(...maxCharacters(maxNote))
const noteId = z.uuid({ error: 'invalid_id' })
const owner = given.overwrite(tidyLine).check(...maxCharacters(maxOwner))
const stage = z.enum(leadStages, { error: 'unknown_stage' })
// Leaves the previous value as the page had it, except for a form's line
// breaks, because tidying could change a text that an older version stored.
const asRead = given
  .overwrite((value) => value.replace(/\r\n?/g, '\n'))
  .check(...maxCharacters(maxNote))
const day = z.iso.date({ error: 'invalid_date' })
const none = z.literal('', { error: 'invalid_date' })
const maxReminderYears = 10
const reminder = day
  .refine((value) => value >= earliestToday(), { error: 'past_date' })
  .refine(
    (value) => yearOf(value) <= yearOf(earliestToday()) + maxReminderYears,
    { error: 'distant_date' },
  )
  .or(none)
const channel = z.enum(salesChannels, { error: 'unknown_channel' })

// Accepts empty values, because a lead from the chat may lack any of these
// fields.
const corrections = recordOf(correctableFields, (field) =>
  z.optional(
    fieldTextSchema({ ...contactDefinitionOf(field), required: false }),
  ),
)
const formerContact = Object.fromEntries(
  correctableFields.map((field) => [`previous_${field}`, asRead.optional()]),
)

/** The fields that operators change in a lead's form. */
export const worksheetShape = {
  stage: stage.optional(),
  owner: owner.optional(),
  reminder: reminder.optional(),
  ...corrections,
}

/**
 * A change to one lead. `previous_…` is the value that the operator saw. If it
 * has changed since and would be overwritten, the request is refused.
 */
export const updateSchema = z.object({
  action: z
    .enum(['save', 'next', 'take', 'release', 'retry', 'spam', 'erase'], {
      error: 'unknown_action',
    })
    .default('save'),
  channel: channel.optional(),
  note: note.optional(),
  note_id: noteId.optional(),
  ...worksheetShape,
  previous_stage: stage.optional(),
  previous_owner: asRead.optional(),
  previous_reminder: day.or(none).optional(),
  ...formerContact,
})

/**
 * Returns today's date in the time zone that is furthest behind, so that no
 * operator's current date counts as past.
 */
function earliestToday(): string {
  const furthestWest = new Date(Date.now() - 12 * hourMs)
  return furthestWest.toISOString().slice(0, 'YYYY-MM-DD'.length)
}

function yearOf(value: string): number {
  return Number(value.slice(0, 'YYYY'.length))
}

export type LeadUpdate = z.output<typeof updateSchema>

const maxMatch = 2000

export const bulkSchema = z.discriminatedUnion(
  'action',
  [
    z
      .object({
        action: z.enum(['stage', 'assign', 'release', 'retry', 'spam']),
        ids: z
          .array(given.regex(leadNamePattern, { error: 'unknown_lead' }))
          .min(1, { error: 'required' })
          .max(100, { error: 'too_long' })
          .optional(),
        /** The query of a list in the console, instead of `ids`. */
        match: given.check(...maxCharacters(maxMatch)).optional(),
        /** Limits `match` to leads received before this moment. */
        before: z.iso.datetime({ error: 'invalid_time' }).optional(),
        owner: owner.optional(),
        stage: stage.optional(),
        channel: channel.optional(),
      })
      .refine(({ ids, match }) => Boolean(ids) !== (match !== undefined), {
        path: ['ids'],
        error: 'required',
      })
      .refine(({ action, stage }) => action !== 'stage' || stage, {
        path: ['stage'],
        error: 'required',
      }),
    z.object({
      action: z.literal('erase'),
      email: given
        .overwrite(tidyLine)
        .min(3, { error: 'required' })
        .check(...maxCharacters(254)),
    }),
  ],
  {
    error: ({ input }) => (isRecord(input) ? 'unknown_action' : 'invalid'),
  },
)

export type BulkAction = z.output<typeof bulkSchema>
