import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The optional field that tests add, with its labels and its error for a value
 * that is too long.
 */
export const addedField = {
  name: 'position',
  max: 100,
  labels: { en: 'Job title', fr: 'Fonction', es: 'Cargo' },
  tooLong: 'The job title must be {max, number} characters or fewer.',
} as const

const { name, max, labels, tooLong } = addedField

const definition = `  ${name}: {
    kind: 'line',
    required: false,
    max: ${max},
    autoComplete: 'organization-title',
    mailLabel: 'ContactForm.${name}',
  },
`

/**
 * Adds an optional field to the contact form of a copy of the project, in the
 * files that docs/architecture.md names.
 */
export function addField(folder: string) {
  const insert = (file: string, before: string, text: string) => {
    const parts = readFileSync(join(folder, file), 'utf8').split(before)
    if (parts.length !== 2)
      throw new Error(`${file} has ${before} ${parts.length - 1} times.`)
    writeFileSync(join(folder, file), parts.join(text + before))
  }
  insert('lib/leads/contact-fields.ts', '  phone: {', definition)
  insert(
    'prisma/schema.prisma',
    '  message ',
    `  ${name} String @default("")\n`,
  )
  const migration = join(folder, `prisma/migrations/29990101000000_${name}`)
  mkdirSync(migration)
  writeFileSync(
    join(migration, 'migration.sql'),
    `ALTER TABLE "Lead" ADD COLUMN "${name}" TEXT NOT NULL DEFAULT '';\n`,
  )
  for (const [locale, label] of Object.entries(labels)) {
    const catalog = `messages/${locale}.json`
    insert(
      catalog,
      '\n    "messagePlaceholder"',
      `\n    "${name}": "${label}",`,
    )
    insert(
      catalog,
      '      "message": {\n        "required"',
      `      "${name}": { "too_long": "${tooLong}" },\n`,
    )
  }
}
