type Translate = {
  (key: never, values?: never): string
  has: (key: never) => boolean
}

/**
 * Translates a key that contains a code from elsewhere, such as from a response
 * or the database. Returns undefined if the catalog has no text for it.
 */
export function translateIfKnown(t: Translate, key: string, values = {}) {
  return t.has(key as never) ? t(key as never, values as never) : undefined
}
