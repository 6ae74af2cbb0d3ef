// Checks the settings and brings the database up to date: `npm run db:migrate`, and part of every start.
import { migrateDatabase } from '@/lib/database/migrate'

try {
  const { env } = await import('@/lib/env')
  const { brandMessages } = await import('@/lib/site')
  brandMessages()
  const applied = await migrateDatabase(env.DATABASE_URL)
  console.log(applied.length > 0 ? `Database: applied ${applied.join(', ')}.` : 'Database: up to date.')
} catch (error) {
  const { name, message, isUnreachable } = error as Error & { isUnreachable?: boolean }
  if (isUnreachable) {
    console.warn(`${message} Until it can be reached, pages are served and leads are refused.`)
    process.exit()
  }
  console.error(['DatabaseRefused', 'EnvError', 'BrandError', 'NativeModuleUnusable'].includes(name) ? message : error)
  process.exitCode = 1
}
