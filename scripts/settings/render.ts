import { type Env, parseEnv, settingTypes } from '@/lib/env'
import { settingGroups } from '@/lib/settings'

const width = 120

const defaults = parseEnv({ APP_SECRET: '-'.repeat(32) })

const effects = {
  reload: 'A change takes effect with `SIGHUP`, or at the next start.',
  restart: 'A change takes effect at the next start.',
  build: 'They are part of the built pages: a change takes effect at the next `npm start`, which builds.',
  command: 'Each command reads them.',
}

// Set by commands, not by people.
const internal: (keyof Env)[] = ['DEMO', 'NODE_ENV']

// What a fresh .env says although it is the default.
const written: (keyof Env)[] = ['SITE_URL', 'DATABASE_URL']

type Setting = { name: keyof Env; about: string; type: string; standard: string }

/** The settings by their groups. Throws when one of lib/env.ts has no group, or the other way round. */
function describedGroups() {
  const types = new Map(settingTypes.map(({ name, type }) => [name, type]))
  const groups = settingGroups.map(({ about, ...group }) => {
    const settings = Object.entries(about).map(([key, text]): Setting => {
      const name = key as keyof Env
      const type = types.get(name)
      if (type === undefined) throw new Error(`${name} is in lib/settings.ts, but not in lib/env.ts.`)
      types.delete(name)
      return { name, about: text, type, standard: standardOf(name) }
    })
    return { ...group, settings }
  })
  const [missing] = [...types.keys()].filter((name) => !internal.includes(name))
  if (missing) throw new Error(`${missing} is in lib/env.ts, but not in lib/settings.ts.`)
  return groups
}

function standardOf(name: keyof Env): string {
  const value = name === 'APP_SECRET' ? undefined : defaults[name]
  return value === undefined || Array.isArray(value) ? '' : String(value)
}

/** docs/settings.md. */
export function settingsPage(): string {
  const sections = describedGroups().map(({ title, effect, settings }) => {
    const rows = settings.map(({ name, type, standard, about }) => [
      `\`${name}\``,
      type,
      standard && `\`${standard}\``,
      about.replaceAll('|', '\\|'),
    ])
    return `## ${title}\n\n${effects[effect]}\n\n${table([['Setting', 'Type', 'Default', 'What it does'], ...rows])}\n`
  })
  return `# Settings

Each line of \`.env\` is a setting. An empty value is the default, and a variable in the real environment comes before
\`.env\`. A value that cannot be used ends the start with one sentence that names its setting. \`npm run settings\` writes
this page and \`.env.example\` from \`lib/env.ts\` and \`lib/settings.ts\`.

${sections.join('\n')}`
}

function table([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((count) => '-'.repeat(count))), ...rows.map(line)].join('\n')
}

/** .env.example. */
export function exampleFile(): string {
  const sections = describedGroups().map(({ title, effect, settings }) => {
    const lines = settings.map(({ name, about, type, standard }) => {
      const isSaid = written.includes(name)
      const hint = standard && !isSaid && type !== 'true or false' ? ` Default: ${standard}.` : ''
      return `${comment(about + hint)}\n${name}=${isSaid ? standard : ''}`
    })
    return `${comment(`=== ${title}. ${effects[effect]}`)}\n\n${lines.join('\n')}\n`
  })
  const head = comment(
    'Settings of this installation. `npm start` copies this file to .env with fresh secrets; an empty value is the default. docs/settings.md says the same in a table, with the types. Written by `npm run settings`.',
  )
  return `${head}\n\n${sections.join('\n')}`
}

function comment(text: string): string {
  const lines: string[] = []
  let current = '#'
  for (const word of text.split(' ')) {
    if (current.length + 1 + word.length > width) {
      lines.push(current)
      current = '#'
    }
    current += ` ${word}`
  }
  return [...lines, current].join('\n')
}
