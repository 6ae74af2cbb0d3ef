import type { Instrumentation } from 'next'

/**
 * Runs once when a server starts, before it answers. The site starts without
 * its database too, and connects later.
 */
export async function register() {
  // Next also bundles this file for its edge runtime, which lacks Node's
  // modules, and inserts this constant.
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { closeDatabaseAtEnd, getDatabase } = await import(
    '@/lib/database/client'
  )
  const { startDelivery } = await import('@/lib/leads/delivery/lead-queues')
  const { startRetention } = await import('@/lib/retention/expiry-store')
  const { log } = await import('@/lib/log')
  const { outsideRequest, reportLoaders } = await import('@/lib/process-state')
  const { loadReportsState } = await import('@/lib/attestations/load')
  const { appendChanges } = await import('@/lib/attestations/log/log-store')
  const { loadPiece } = await import('@/lib/attestations/file-store')
  const { importFiles } = await import('@/lib/attestations/import-files')
  await getDatabase().catch(({ name, message }: Error) => {
    log.error(
      { error: name, message },
      'the database cannot be used: pages are served, requests that need it get 503',
    )
  })
  closeDatabaseAtEnd()
  reportLoaders.readState = loadReportsState
  reportLoaders.loadPiece = loadPiece
  // Next calls this function during the first request, but the loops outlive
  // that request.
  outsideRequest(() => {
    void importFiles()
    void appendChanges()
    startDelivery()
    startRetention()
  })
}

/**
 * Counts pages that could not be rendered. Next itself logs their errors, with
 * the request's id.
 */
export const onRequestError: Instrumentation.onRequestError = async (
  _error,
  _request,
  { routeType },
) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || routeType !== 'render') return
  const { metrics } = await import('@/lib/metrics/metrics')
  metrics.unexpectedErrors.inc({ kind: 'page' })
}
