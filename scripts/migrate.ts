// Checks the settings and brings the database up to date. Runs as `npm run
// db:migrate` and in every start, which passes on the other problems it has
// found.
import type { DatabaseUnavailable } from '@/lib/database/errors'
import { migrateDatabase } from '@/lib/database/migrate'
import { announce, fail, failWith } from './commands'
import { findSettingProblems } from './setting-problems'

const { errors, warnings } = findSettingProblems()
for (const warning of warnings) announce(warning)
const problems = [...errors, ...process.argv.slice(2)]
if (problems.length > 0) fail(problems.join('\n'))

try {
  const { env } = await import('@/lib/env')
  const { brandMessages } = await import('@/lib/site')
  brandMessages()
  const applied = await migrateDatabase(env.DATABASE_URL)
  console.log(
    applied.length > 0
      ? `Database: applied ${applied.join(', ')}.`
      : 'Database: up to date.',
  )
} catch (error) {
  const { message, kind = 'misconfigured' } =
    error as Partial<DatabaseUnavailable>
  if (kind === 'misconfigured') failWith(error)
  console.warn(
    `${message} Until then, the site serves pages but refuses leads.`,
  )
}
