import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transformSync } from 'esbuild'
import { env } from '@/lib/env'
import { inspectPage } from '@/lib/security/inspect-page'
import { tagManagerOrigin } from '@/lib/security/policy.mjs'
import { addIntegrity, type IntegrityOf } from './add-integrity'
import { addPolicies, type Pages, problemsOf } from './add-policies'
import { type Build, type BuiltFile, builtFiles } from './built-files'
import { compileEarly } from './compile-early'
import { deferScripts, type Script } from './defer-scripts'
import { errorPage } from './error-page'
import { markEnglish } from './mark-english'
import { inlineStyles, readPageManifests } from './page-manifests'

/** The pages inspected, the files made with their data, and the policy sources of the other pages' styles. */
export type Secured = { pages: Pages; data: BuiltFile[]; styles: string[] }

/** Defers the scripts of built pages, with integrity, and adds policies. Throws when a page needs an unsafe policy. */
export async function securePages({ distDir, outputs }: Build): Promise<Secured> {
  const files = pagesOf(outputs)
  // Next's own error page, a file at two addresses, has inline styles.
  for (const address of ['/500', '/_global-error']) writeFileSync(fileOf(files, address), await errorPage())

  compileEarly(distDir, readJson<BuildManifest>(join(distDir, 'build-manifest.json')).rootMainFiles)
  const integrityOf = readJson<IntegrityOf>(join(distDir, 'server/subresource-integrity-manifest.json'))
  const pages: Pages = new Map()
  const data: BuiltFile[] = []
  for (const [address, file] of files) {
    const page = await markEnglish(readFileSync(file, 'utf8'), address)
    const withIntegrity = addIntegrity(page, integrityOf)
    const html = minifyScripts(deferScripts(withIntegrity, (text) => storeData(distDir, text, data)))
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
  return { pages, data, styles: inlineStyles(distDir) }
}

// Inline scripts: those with a source or a type have attributes.
function minifyScripts(html: string): string {
  return html.replace(/<script>([\s\S]*?)<\/script>/g, (_, script: string) => {
    return `<script>${transformSync(script, { minify: true }).code.trim()}</script>`
  })
}

// Named by its content, so that browsers keep it.
function storeData(distDir: string, text: string, stored: BuiltFile[]): Script {
  const digest = createHash('sha256').update(text)
  const integrity = `sha256-${digest.copy().digest('base64')}`
  const file = `static/page-data/${digest.digest('hex').slice(0, 16)}.js`
  const from = join(distDir, file)
  mkdirSync(dirname(from), { recursive: true })
  writeFileSync(from, text)
  stored.push({ address: `/_next/${file}`, from })
  return [`/_next/${file}`, integrity]
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
  const lists = readPageManifests(distDir).map(({ page, text }) => {
    const chunks = [...text.matchAll(/static\/chunks\/[\w.~-]+\.js/g)].map(([file]) => file)
    return [page, [...new Set([...manifest.rootMainFiles, ...chunks])]]
  })
  return { ...manifest, rootMainFilesTree: { ...manifest.rootMainFilesTree, ...Object.fromEntries(lists) } }
}

function rewriteJson<T>(file: string, change: (content: T) => T): void {
  writeFileSync(file, JSON.stringify(change(readJson<T>(file))))
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'))
}
