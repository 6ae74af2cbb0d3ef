// Checks the environment and brings the database up to date: `npm run db:migrate`, and part of every start.
import { migrateDatabase } from '@/lib/database/migrate'
import { DatabaseRefused } from '@/lib/database/migrations'

try {
  const { env } = await import('@/lib/env')
  const { brandMessages } = await import('@/lib/site')
  brandMessages()
  const applied = await migrateDatabase(env.DATABASE_URL)
  console.log(applied.length > 0 ? `Database: applied ${applied.join(', ')}.` : 'Database: up to date.')
} catch (error) {
  const expected =
    error instanceof DatabaseRefused ||
    ['EnvError', 'BrandError', 'NativeModuleUnusable'].includes((error as Error).name)
  console.error(expected ? (error as Error).message : error)
  process.exitCode = 1
}
