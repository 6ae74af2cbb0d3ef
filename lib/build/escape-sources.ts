import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'

const beyondLatin1 = /[\u0100-\uffff]/

/**
 * Writes the characters beyond Latin-1 in Next's server scripts as escapes. V8 keeps the source of every script it has
 * loaded, and a single such character makes it take two bytes for each of the others: 5 MB for the one with the
 * assistant's model, which had two.
 */
export function escapeSources(distDir: string) {
  const folder = join(distDir, 'server')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((each) => each.endsWith('.js'))) {
    const source = readFileSync(join(folder, name), 'utf8')
    if (!beyondLatin1.test(source)) continue
    const { code } = transformSync(source, { charset: 'ascii', minifyWhitespace: true, legalComments: 'none' })
    writeFileSync(join(folder, name), escapeRegularExpressions(code))
  }
}

// What esbuild leaves as it is, as it cannot know: in a regular expression an escape means the same, and so it does in the
// source of one that stands in String.raw. Nothing else may stand there.
function escapeRegularExpressions(code: string): string {
  return code.replace(/(?<!\\)[\u0100-\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
