import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPrerendered, routes } from '@/lib/routes'
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
  return Object.keys(routes)
    .filter((path) => !isPrerendered(path))
    .map((path) => {
      const page = `/[locale]${path}/page`
      return { page, text: readFileSync(join(distDir, `server/app${page}_client-reference-manifest.js`), 'utf8') }
    })
}
