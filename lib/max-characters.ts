import * as z from 'zod/mini'

/**
 * Counts characters as JSON Schema does, so a character that JavaScript stores
 * as two units counts once.
 */
export function maxCharacters(max: number, error = 'too_long') {
  const isShort = z.refine<string>((text) => [...text].length <= max, {
    error,
    abort: true,
  })
  return [isShort, z.meta<string>({ maxLength: max })] as const
}
