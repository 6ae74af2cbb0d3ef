// The edits that the editor's pages can ask for.
import { z } from 'zod'

const key = z.string().min(1)
const entry = { list: key, name: z.string() }
/** The preceding entry; null for the first position. */
const after = z.string().nullable()

/** One edit; edits of list entries apply to all languages. */
const changeSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('set'),
    key,
    locale: z.string(),
    text: z.string(),
    /**
     * The text that the editor saw. If the file now contains another text, the
     * change is a conflict.
     */
    base: z.string(),
    /** Saves the text for this brand only. */
    brand: z.boolean().optional(),
  }),
  /** `texts` by language and field. */
  z.strictObject({
    type: z.literal('add'),
    ...entry,
    after,
    texts: z.record(z.string(), z.record(z.string(), z.string())),
  }),
  z.strictObject({ type: z.literal('move'), ...entry, after }),
  z.strictObject({ type: z.literal('remove'), ...entry }),
  /** Confirms that a stale translation is still right. */
  z.strictObject({ type: z.literal('accept'), key, locale: z.string() }),
])

export const changesSchema = z.strictObject({ changes: z.array(changeSchema) })

export const saveSchema = changesSchema.extend({
  /** Refuses texts with errors, even if pages could show them. */
  stopsAtErrors: z.boolean().optional(),
})

export type Change = z.infer<typeof changeSchema>

export type ChangeOf<Type extends Change['type']> = Extract<
  Change,
  { type: Type }
>
