import { parseEnv } from 'node:util'
import MiniSearch from 'minisearch'
import { retiredSettings, settingNames } from './settings'

/**
 * Finds mistakes that parsing a .env file hides: lines that are not settings,
 * values that are cut off or do not reach the environment, and unknown names.
 * Each of the `errors` would silently change what the site does.
 */
export function checkSettingsFile(
  file: string,
  environment: NodeJS.Dict<string> = parseEnv(file),
) {
  const written = parseEnv(file)
  const errors = findBadLines(file)
  const warnings: string[] = []
  for (const name of settingNames) {
    const isLost = written[name] && environment[name] === undefined
    if (isLost)
      errors.push(
        `${name} in .env has no effect: save .env as UTF-8 without BOM, and remove "export" from the line`,
      )
  }
  for (const name of Object.keys({ ...written, ...environment })) {
    if (
      settingNames.includes(name) ||
      name in retiredSettings ||
      isOfLibrary(name) ||
      written[name] === ''
    )
      continue
    const nearest = names.search(name, { fuzzy: name.length < 6 ? 1 : 2 })[0]
      ?.id
    if (nearest)
      (written[name] ? errors : warnings).push(
        `${name} is not a setting: did you mean ${nearest}?`,
      )
    else if (written[name])
      warnings.push(`${name} is not a setting, so it has no effect on the site`)
  }
  return { errors, warnings }
}

function findBadLines(file: string): string[] {
  // The quotation mark of a value that continues on the next line.
  let quote = ''
  const problems = file.split('\n').flatMap((line, index) => {
    if (quote) {
      if (line.includes(quote)) quote = ''
      return []
    }
    const where = `line ${index + 1} of .env`
    const [, value] =
      line.match(/^[ \t]*(?:export[ \t]+)?[A-Za-z_]\w*[ \t]*=[ \t]*(.*)$/) ?? []
    if (value === undefined)
      return /^\s*(#|$)/.test(line)
        ? []
        : `${where} does not have the form NAME=value`
    const [opening = ''] = value
    if (/["'`]/.test(opening) && !value.slice(1).includes(opening))
      quote = opening
    // Without quotation marks, a comment begins at any "#".
    return /^[^"'`\s#][^#]*(?<!\s)#/.test(value)
      ? `${where} is cut off at "#": put its value in quotation marks`
      : []
  })
  return quote
    ? [...problems, `a quotation mark (${quote}) in .env is never closed`]
    : problems
}

/**
 * Whether a setting is one of Node itself, such as NODE_EXTRA_CA_CERTS, or of
 * PostgreSQL's driver, such as PGPASSWORD.
 */
function isOfLibrary(name: string): boolean {
  return /^(NODE_|NEXT_|PG|TZ$|NO_COLOR$)/.test(name)
}

const names = new MiniSearch({ fields: ['id'], tokenize: (name) => [name] })
names.addAll(settingNames.map((id) => ({ id })))
