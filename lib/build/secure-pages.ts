import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from '@/lib/env'
import { isPrerendered } from '@/lib/routes'
import { inspectPage } from '@/lib/security/inspect-page'
import { tagManagerOrigin } from '@/lib/security/policy.mjs'
import { addIntegrity, type IntegrityOf } from './add-integrity'
import { addPolicies, type Pages, problemsOf } from './add-policies'
import { type Build, builtFiles } from './built-files'
import { errorPage } from './error-page'

/** Gives built pages integrity and policies; returns them inspected. Throws when a page needs an unsafe policy. */
export async function securePages({ distDir, outputs }: Build): Promise<Pages> {
  const files = pagesOf(outputs)
  // Next's own error page, a file at two addresses, has inline styles.
  for (const address of ['/500', '/_global-error']) writeFileSync(fileOf(files, address), await errorPage())

  const integrityOf = readJson<IntegrityOf>(join(distDir, 'server/subresource-integrity-manifest.json'))
  const pages: Pages = new Map()
  for (const [address, file] of files) {
    const html = addIntegrity(readFileSync(file, 'utf8'), integrityOf)
    writeFileSync(file, html)
    pages.set(address, inspectPage(html))
  }

  const errors = problemsOf(pages)
  if (errors.length > 0) throw new Error(`no strict policy can serve these pages:\n${errors.join('\n')}`)
  rewriteJson<{ headers: Parameters<typeof addPolicies>[0] }>(join(distDir, 'routes-manifest.json'), (manifest) => ({
    ...manifest,
    headers: addPolicies(manifest.headers, pages, tagManagerOrigin(env.SITE_TAG_MANAGER_URL)),
  }))
  rewriteJson<BuildManifest>(join(distDir, 'build-manifest.json'), (manifest) => loadWithIntegrity(manifest, distDir))
  return pages
}

function pagesOf(outputs: Build['outputs']): Map<string, string> {
  const pages = builtFiles(outputs).filter(({ from }) => from.endsWith('.html'))
  return new Map(pages.map(({ address, from }) => [address, from] as const).sort())
}

function fileOf(files: Map<string, string>, address: string): string {
  const file = files.get(address)
  if (!file) throw new Error(`${address} was not prerendered.`)
  return file
}

type BuildManifest = { rootMainFiles: string[]; rootMainFilesTree: Record<string, string[]> }

// Next gives integrity to the scripts of this list; pages that are not prerendered need all of them there.
function loadWithIntegrity(manifest: BuildManifest, distDir: string): BuildManifest {
  const folder = join(distDir, 'server/app')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const lists = files.flatMap((file) => {
    const [, page = ''] = file.match(/^(\[locale\]\/.+\/page)_client-reference-manifest\.js$/) ?? []
    // `[locale]/attestations/[[...place]]/page` is the page of `/attestations`.
    const path = page.replace(/\/?\[[^/]*\]|\/page$/g, '')
    if (!page || isPrerendered(path)) return []
    const chunks = readFileSync(join(folder, file), 'utf8').match(/static\/chunks\/[\w.~-]+\.js/g) ?? []
    return [[`/${page}`, [...new Set([...manifest.rootMainFiles, ...chunks])]]]
  })
  return { ...manifest, rootMainFilesTree: { ...manifest.rootMainFilesTree, ...Object.fromEntries(lists) } }
}

function rewriteJson<T>(file: string, change: (content: T) => T): void {
  writeFileSync(file, JSON.stringify(change(readJson<T>(file))))
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'))
}
