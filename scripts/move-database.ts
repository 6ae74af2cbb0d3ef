// `npm run db:move -- --from ADDRESS --to ADDRESS`: copies SQLite's database into PostgreSQL's, or back. The site is stopped.
import { parseArgs } from 'node:util'
import { moveDatabase } from '@/lib/database/move/move'
import { explainFailure, sumOf } from './database/explain'

const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } })
if (!values.from || !values.to) {
  console.error('Usage: npm run db:move -- --from file:data/site.db --to postgresql://user:password@host/database')
  process.exit(1)
}
try {
  const counts = await moveDatabase(values.from, values.to)
  console.log(`Moved ${sumOf(counts)}, and compared each. Now set DATABASE_URL to the new address.`)
} catch (error) {
  explainFailure(error)
}
