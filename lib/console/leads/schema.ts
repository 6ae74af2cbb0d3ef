import { z } from 'zod'
import { leadNamePattern } from '@/lib/leads/fields'
import { maxNote, maxOwner } from '@/lib/leads/query'
import { maxCharacters } from '@/lib/max-characters'
import { tidyLine, tidyText } from '@/lib/typed-text'

const given = z.string({ error: 'required' })
const note = given.overwrite(tidyText).check(...maxCharacters(maxNote))
const owner = given.overwrite(tidyLine).check(...maxCharacters(maxOwner))
// Leaves the previous value as the page had it, except for a form's line
// breaks, because an older version may have stored text that `note` would tidy.
const asRead = given.overwrite((value) => value.replace(/\r\n?/g, '\n'))
const previousNote = asRead.check(...maxCharacters(maxNote))
const previousOwner = asRead.check(...maxCharacters(maxOwner))
const reminder = z.iso
  .date({ error: 'invalid_date' })
  .or(z.literal('', { error: 'invalid_date' }))
const nothing = z.object({})

/**
 * The body of each action. `previous_…` is the value the operator saw: if it
 * has changed since, nothing is overwritten.
 */
export const actionSchemas = {
  release: nothing,
  retry: nothing,
  handle: nothing,
  reopen: nothing,
  assign: z.object({ owner, previous_owner: previousOwner.optional() }),
  note: z.object({ note, previous_note: previousNote }),
  update: z.object({
    action: z
      .enum(['save', 'take', 'handle', 'reopen', 'release', 'retry'], {
        error: 'unknown_action',
      })
      .default('save'),
    note: note.optional(),
    previous_note: previousNote.optional(),
    owner: owner.optional(),
    previous_owner: previousOwner.optional(),
    reminder: reminder.optional(),
    previous_reminder: reminder.optional(),
  }),
  erase: nothing,
}

export const bulkSchema = z.discriminatedUnion(
  'action',
  [
    z.object({
      action: z.enum(['handle', 'assign', 'release', 'retry']),
      ids: z
        .array(given.regex(leadNamePattern, { error: 'unknown_lead' }), {
          error: 'required',
        })
        .min(1, { error: 'required' })
        .max(100, { error: 'too_long' }),
      owner: owner.optional(),
    }),
    z.object({
      action: z.literal('erase'),
      email: given
        .overwrite(tidyLine)
        .min(3, { error: 'required' })
        .check(...maxCharacters(254)),
    }),
  ],
  { error: 'unknown_action' },
)

export type ActionName = keyof typeof actionSchemas

export type ActionFields = Partial<z.output<typeof actionSchemas.update>>
