import { notFoundPath, type PageName, paths } from '@/lib/routes'
import { pageContent } from '@/lib/seo/page-content'
import { reachableFrom, type SourceFile } from './source'

type Entrance = { place: string; files: Set<string> }

/**
 * Finds where the texts that some files ask for are shown: on the pages whose code comes to these files; for texts that
 * no page shows, the other things that are made from them.
 */
export function createPlaces(sources: Map<string, SourceFile>): (files: string[], key: string) => string[] {
  const pages = pageEntrances(sources)
  const all = [pages, ...otherEntrances(sources)]
  return (files, key) => {
    const showing = all.map((list) =>
      list.filter((entrance) => mayShow(entrance.place, key) && files.some((file) => entrance.files.has(file))),
    )
    const [first = []] = showing.filter((list) => list.length > 0)
    return first.length === pages.length ? ['every page'] : first.map(({ place }) => place)
  }
}

// Parts that several pages use with words of their own: which are whose is known where structured data is made.
function mayShow(place: string, key: string): boolean {
  const [namespace = '', part] = key.split('.')
  if (!place.startsWith('/') || /\.\w+$/.test(place)) return true
  const page = Object.entries(paths).find(([, path]) => path === place)?.[0] as PageName | undefined
  if (namespace === 'Metadata') return part === (place === notFoundPath ? 'notFound' : page)
  const showing = Object.entries(pageContent).filter(([, { namespaces }]) =>
    namespaces.some((own) => own === namespace),
  )
  return showing.length === 0 || showing.some(([name]) => name === page)
}

function pageEntrances(sources: Map<string, SourceFile>): Entrance[] {
  const all = [...sources.keys()]
  const pages = all.filter((path) => /^app\/\[locale\]\/(.*\/)?page\.tsx$/.test(path))
  return pages.map((path) => {
    const layouts = all.filter(
      (other) => other.endsWith('/layout.tsx') && path.startsWith(other.replace('layout.tsx', '')),
    )
    return entrance(addressOf(path), [path, ...layouts], sources)
  })
}

// By the order in which they tell most; what is made from a page's text is not named beside the page.
function otherEntrances(sources: Map<string, SourceFile>): Entrance[][] {
  const files = [...sources.keys()].filter((path) => /^app\/\[locale\]\/.*\/route\.ts$/.test(path))
  return [
    files.map((path) => entrance(addressOf(path), [path], sources)),
    [entrance('e-mails', ['instrumentation.ts'], sources)],
    [entrance('the assistant', ['app/api/chatbot/chat/route.ts'], sources)],
    [entrance('share images', ['scripts/draw-images.ts'], sources)],
  ]
}

function entrance(place: string, from: string[], sources: Map<string, SourceFile>): Entrance {
  return { place, files: new Set(from.flatMap((path) => [...reachableFrom(path, sources)])) }
}

function addressOf(path: string): string {
  return path.slice('app/[locale]'.length).replace(/\/(page\.tsx|route\.ts)$/, '') || '/'
}
