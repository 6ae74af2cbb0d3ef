// Fills the sample databases of the editor. Part of `npm run edit`.
import { closeDatabase } from '@/lib/database/client'
import { migrateDatabase } from '@/lib/database/migrate'
import { changeEnvironment } from '@/lib/env'
import { fillChats } from './sample-chats'
import { fillLeads } from './sample-leads'
import { fillReports, saveOneReport } from './sample-reports'
import { sampleDatabases } from './samples.mjs'

await fill(sampleDatabases.empty, async () => {})
await fill(sampleDatabases.one, saveOneReport)
await fill(sampleDatabases.full, async () => {
  await fillReports()
  await fillLeads()
  await fillChats()
})

async function fill(url: string, work: () => Promise<void>) {
  await migrateDatabase(url)
  changeEnvironment({ DATABASE_URL: url })
  await work()
  await closeDatabase()
}
