import { readArchive, reportsRevision } from '@/lib/attestations/load'
import { yearsWithReports } from '@/lib/attestations/series'
import { handler } from '@/lib/http/handler'
import { type ReportsAnswer, yearPagePath } from '@/lib/routes'

export const dynamic = 'force-dynamic'

/**
 * Lets the server check whether the pages in its memory are still current. Not
 * part of the public API.
 */
export const GET = handler(async () => {
  // Includes the day, because it decides which months a page shows as missing.
  const revision = `${new Date().toISOString().slice(0, 10)} ${await reportsRevision()}`
  const yearPages = yearsWithReports(await readArchive()).map(yearPagePath)
  return Response.json({ revision, yearPages } satisfies ReportsAnswer)
})
