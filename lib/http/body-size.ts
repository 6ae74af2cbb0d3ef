// How many bytes a body may have, by the characters that its schema allows.
import { z } from 'zod'

// A character outside the basic plane: as two `\uXXXX` in JSON, or as four `%XX` in a form.
const bytesPerCharacter = 12

// For names and punctuation, blanks around values, and what forms of the console carry along, such as the list's filters.
export const spareBytes = 16 * 1024

// Of a text whose length the schema does not limit, because its format does: a day, a figure, a fingerprint.
const charactersOfFormat = 128

/** Enough for every body that a schema accepts, whatever its script and however it is encoded. */
export function maxBytesOf(schema: z.core.$ZodType): number {
  const described = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return charactersOf(described) * bytesPerCharacter + spareBytes
}

function charactersOf(described: unknown): number {
  const {
    properties,
    items,
    maxItems = 1,
    anyOf,
    oneOf = anyOf,
    maxLength,
  } = described as z.core.JSONSchema.BaseSchema
  if (oneOf) return Math.max(...oneOf.map(charactersOf))
  if (items) return maxItems * charactersOf(items)
  if (!properties) return maxLength ?? charactersOfFormat
  return Object.values(properties).reduce<number>(
    (sum, each) => sum + charactersOf(each),
    0,
  )
}
