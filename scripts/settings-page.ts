import { settingGroups } from '@/lib/settings'

const groups = settingGroups.map(({ title, settings }) => ({
  title,
  settings: Object.entries(settings).map(
    ([name, { type, description, defaultValue = '' }]) => {
      return { name, type, description, defaultValue }
    },
  ),
}))

// Settings that a fresh .env contains even though they have their defaults.
const written = ['SITE_URL', 'DATABASE_URL']

export function settingsPage(): string {
  const sections = groups.map(({ title, settings }) => {
    const rows = settings.map(({ name, type, defaultValue, description }) => {
      return [
        `\`${name}\``,
        type,
        defaultValue && `\`${defaultValue}\``,
        description,
      ]
    })
    return `## ${title}\n\n${table([['Setting', 'Type', 'Default', 'What it does'], ...rows])}\n`
  })
  return `# Settings

Each line of \`.env\` is a setting; restart the site after a change. An empty value means the default. Environment variables
of the process override \`.env\`. If a value is invalid or a name is misspelled, the site does not start and prints a
sentence for each problem; \`npm run doctor\` lists the same sentences. Values may be in quotation marks; a value that
contains \`#\` must be. \`npm run settings\` writes this page and \`.env.example\` from \`lib/settings.ts\`.

${sections.join('\n')}`
}

export function exampleFile(): string {
  const sections = groups.map(({ title, settings }) => {
    const lines = settings.map(({ name, description, type, defaultValue }) => {
      const isWritten = written.includes(name)
      const hint =
        defaultValue && !isWritten && type !== 'true or false'
          ? ` Default: ${defaultValue}.`
          : ''
      return `${comment(description + hint)}\n${name}=${isWritten ? defaultValue : ''}`
    })
    return `${comment(`=== ${title}`)}\n\n${lines.join('\n')}\n`
  })
  const head = comment(
    'Settings of this installation. The first `npm start` copies this file to .env and adds secrets. An empty value means the default. docs/settings.md lists the types of values. `npm run settings` writes this file.',
  )
  return `${head}\n\n${sections.join('\n')}`
}

function table([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [
    line(head),
    line(widths.map((length) => '-'.repeat(length))),
    ...rows.map(line),
  ].join('\n')
}

function comment(text: string): string {
  return text.replace(/(.{1,118})(?: |$)/g, '# $1\n').trimEnd()
}
