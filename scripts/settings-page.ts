import { settingGroups, settingsSchema } from '@/lib/settings'

type Setting = { name: string; type: string; description: string; standard: string }

const defaults: object = settingsSchema.parse({ APP_SECRET: '-'.repeat(32) })

// A fresh .env has these even though they are the defaults.
const written = ['SITE_URL', 'DATABASE_URL']

export function settingsPage(): string {
  const sections = describedGroups().map(({ title, settings }) => {
    const rows = settings.map(({ name, type, standard, description }) => [
      `\`${name}\``,
      type,
      standard && `\`${standard}\``,
      description,
    ])
    return `## ${title}\n\n${table([['Setting', 'Type', 'Default', 'What it does'], ...rows])}\n`
  })
  return `# Settings

Each line of \`.env\` is a setting; restart the site after a change. An empty value means the default. Variables of the real
environment override \`.env\`. A bad value or a misspelt name ends the start with one sentence that names the setting.
\`npm run settings\` writes this page and \`.env.example\` from \`lib/settings.ts\`.

${sections.join('\n')}`
}

export function exampleFile(): string {
  const sections = describedGroups().map(({ title, settings }) => {
    const lines = settings.map(({ name, description, type, standard }) => {
      const isWritten = written.includes(name)
      const hint = standard && !isWritten && type !== 'true or false' ? ` Default: ${standard}.` : ''
      return `${comment(description + hint)}\n${name}=${isWritten ? standard : ''}`
    })
    return `${comment(`=== ${title}`)}\n\n${lines.join('\n')}\n`
  })
  const head = comment(
    'Settings of this installation. The first `npm start` copies this file to .env and adds secrets. An empty value means the default. docs/settings.md has the types. Written by `npm run settings`.',
  )
  return `${head}\n\n${sections.join('\n')}`
}

function describedGroups() {
  return settingGroups.map(({ title, settings }) => {
    const described = Object.entries(settings).map(([name, schema]): Setting => {
      const { type, description } = schema.meta() ?? {}
      return { name, type: String(type), description: String(description), standard: standardOf(name) }
    })
    return { title, settings: described }
  })
}

function standardOf(name: string): string {
  const value = name === 'APP_SECRET' ? undefined : Reflect.get(defaults, name)
  return value === undefined || Array.isArray(value) ? '' : String(value)
}

function table([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((length) => '-'.repeat(length))), ...rows.map(line)].join('\n')
}

function comment(text: string): string {
  return text.replace(/(.{1,118})(?: |$)/g, '# $1\n').trimEnd()
}
