/** Runs once when a server starts, before it answers: a database that is not durable ends the start. */
export async function register() {
  // A build-time constant that keeps the server's modules out of the edge bundle.
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { closeDatabase, closeDatabaseAtEnd, getDatabase } = await import('@/lib/database/client')
  const { startDelivery } = await import('@/lib/leads/delivery/deliver')
  const { startDigests } = await import('@/lib/leads/digest/schedule')
  const { startRetention } = await import('@/lib/retention')
  const { outsideRequest } = await import('@/lib/request-id')
  const { listYearPages } = await import('@/lib/attestations/load')
  const { removeAbandonedUploads } = await import('@/lib/attestations/files/folder')
  const { enterChanges } = await import('@/lib/attestations/log/store')
  const { reportsRevision } = await import('@/lib/attestations/revision')
  const { operatorOfSession } = await import('@/lib/operator/session')
  const { revokeSessionsOf } = await import('@/lib/operator/store')
  const { metricsText } = await import('@/lib/health/metrics-text')
  const { shareFunctions } = await import('@/lib/shared-functions')
  shareFunctions({
    reportsRevision,
    listYearPages,
    metricsText,
    operatorOfSession: (headers) => operatorOfSession(headers, { touch: false }),
    endSessionsOf: revokeSessionsOf,
    closeDatabase,
  })
  await getDatabase()
  await removeAbandonedUploads()
  closeDatabaseAtEnd()
  // Next runs this with the first request, which the loops outlive.
  outsideRequest(() => {
    void enterChanges()
    startDelivery()
    startDigests()
    startRetention()
  })
}
