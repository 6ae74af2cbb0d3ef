const written = /[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\.[a-z]{2,}/i

const maxCharacters = 200

/** The first e-mail address of a text. */
export function emailIn(text: string): string | undefined {
  const found = text.includes('@') ? text.match(written)?.[0].replace(/[.]+$/, '') : undefined
  return found && found.length <= maxCharacters ? found : undefined
}
