import { expect } from 'vitest'

/** Expects a page to contain each text, and names the missing ones. */
export function expectTexts(page: string, texts: string[]) {
  const missing = texts.filter((text) => !page.includes(text))
  expect(missing, 'texts that the page lacks').toEqual([])
}
