import MiniSearch from 'minisearch'
import { settingNames } from './settings'

/**
 * Problems in the text of a .env file that parsing would hide: lines that are no setting, and names that no setting has.
 * `errors` are probably misspelt settings, which would silently have no effect.
 */
export function checkSettingsFile(file: string): { errors: string[]; warnings: string[] } {
  const errors: string[] = []
  const warnings: string[] = []
  let quote = ''
  for (const [index, line] of file.split('\n').entries()) {
    if (quote) {
      if (line.includes(quote)) quote = ''
      continue
    }
    const [, name, value = ''] = line.match(/^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/) ?? []
    const [opening = ''] = value
    if (/["'`]/.test(opening) && !value.slice(1).includes(opening)) quote = opening
    if (!name) {
      if (!/^\s*(#|$)/.test(line)) errors.push(`line ${index + 1} of .env is not NAME=value`)
    } else if (value.trim() && !settingNames.includes(name) && !isOfLibrary(name)) {
      const nearest = nearestName(name)
      if (nearest) errors.push(`${name} is not a setting: did you mean ${nearest}?`)
      else warnings.push(`${name} is not a setting, so it has no effect on the site`)
    }
  }
  return { errors, warnings }
}

// Settings of Node itself, such as NODE_EXTRA_CA_CERTS, and of PostgreSQL's driver, such as PGPASSWORD.
function isOfLibrary(name: string): boolean {
  return /^(NODE_|NEXT_|PG|TZ$|NO_COLOR$)/.test(name)
}

const names = new MiniSearch({ fields: ['id'], tokenize: (name) => [name] })
names.addAll(settingNames.map((id) => ({ id })))

function nearestName(name: string): string | undefined {
  return names.search(name, { fuzzy: name.length < 6 ? 1 : 2 })[0]?.id
}
