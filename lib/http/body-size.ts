// Derives the maximum size of a body from the characters that its schema
// allows.
import { z } from 'zod'

// The most bytes that a character takes: two `\uXXXX` in JSON, or four `%XX` in
// a form.
const bytesPerCharacter = 12

// Room for names, punctuation, spaces around values, and the parameters that
// console forms pass on, such as the list's filters.
export const spareBytes = 16 * 1024

// Applies to a text whose length is limited by its format rather than by the
// schema, such as a day, a figure or a fingerprint.
const charactersOfFormat = 128

/**
 * Returns a size that fits every body the schema accepts, in any script and
 * encoding.
 */
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
    (sum, property) => sum + charactersOf(property),
    0,
  )
}
