import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isConsolePage } from '@/lib/operator/console-paths'
import { isPrerendered } from '@/lib/routes'
import { hashSource } from '@/lib/security/inspect-page'

type PageManifest = { entryCSSFiles: Record<string, { content: string }[]> }

/** The policy sources of the style elements of pages that are not prerendered: React joins those of a page. */
export function inlineStyles(distDir: string): string[] {
  const sources = readPageManifests(distDir).map(({ text }) => {
    const { entryCSSFiles }: PageManifest = JSON.parse(text.slice(text.indexOf('= {') + 2).replace(/;\s*$/, ''))
    const [all = []] = Object.values(entryCSSFiles).sort((a, b) => b.length - a.length)
    return hashSource(all.map(({ content }) => content).join(''))
  })
  return [...new Set(sources)]
}

/** Next's manifests of the pages that are not prerendered. */
export function readPageManifests(distDir: string): { page: string; text: string }[] {
  const folder = join(distDir, 'server/app')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const [, page = ''] = file.match(/^(\[locale\]\/.+\/page)_client-reference-manifest\.js$/) ?? []
    // `[locale]/(site)/attestations/[[...place]]/page` is the page of `/attestations`, `[id]` that of any id.
    const path = page
      .replace(/^\[locale\]|\/\([^/]*\)|\/\[\[[^/]*\]\]|\/page$/g, '')
      .replace(/\[[^/]*\]/g, 'any-single-id')
    if (!page || (isPrerendered(path) && !isConsolePage(path))) return []
    return [{ page: `/${page}`, text: readFileSync(join(folder, file), 'utf8') }]
  })
}
