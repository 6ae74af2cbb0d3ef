import { addressOf, type World } from './world'

const filesRead = 3

/** Somebody who reads two pages with some of their files, and comes back to the first: it has not changed. */
export async function readPages(world: World, visitor: number) {
  const { client, pages } = world
  const from = addressOf(visitor)
  const first = pages[visitor % pages.length] ?? '/'
  const answer = await client.send(kindOf(first), first, { from })
  for (const file of filesOf(answer?.text ?? '').slice(0, filesRead)) await client.send('file', file, { from })
  await client.send(kindOf('/'), '/', { from })
  const etag = answer?.status === 200 && answer.headers.etag
  if (!etag) return
  // Another build, or another report, may have been published meanwhile.
  await client.send(kindOf(first), first, { from, headers: { 'if-none-match': String(etag) }, expected: [304, 200] })
}

/** The paths of the sitemap. */
export async function findPages(world: Pick<World, 'client'>): Promise<string[]> {
  const answer = await world.client.send('page', '/sitemap.xml')
  const paths = [...(answer?.text ?? '').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname)
  if (paths.length === 0) throw new Error('The sitemap names no page.')
  return paths
}

// Pages of reports are made from the database; all others answer without it.
function kindOf(path: string) {
  return path.includes('attestations') ? 'reports' : 'page'
}

function filesOf(page: string): string[] {
  return [...new Set([...page.matchAll(/(?:src|href)="(\/_next\/static\/[^"\s]+)"/g)].map(([, path]) => path ?? ''))]
}
