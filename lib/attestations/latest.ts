import { type Figures, figuresOf, type Metal, metals, type Report } from './archive'
import { loadArchive } from './load'

export type LatestReport = { report: Report; shares: { metal: Metal; coverage: Figures['coverage'] }[] }

/** The report of the newest month on the list, with its coverages. Undefined without reports or without a database. */
export async function loadLatestReport(): Promise<LatestReport | undefined> {
  return latestOf((await loadArchive()) ?? [])
}

/** The archive has the newest month first. */
export function latestOf(archive: Report[]): LatestReport | undefined {
  const report = archive.find(({ status }) => status === 'current')
  if (!report) return undefined
  const shares = metals.flatMap((metal) => {
    const figures = figuresOf(report, metal)
    return figures ? [{ metal, coverage: figures.coverage }] : []
  })
  return { report, shares }
}
