import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { NextAdapter } from 'next'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { routing } from '@/lib/i18n/routing'
import { internalPath } from '@/lib/resolve-route'
import { notFoundPath } from '@/lib/routes'
import {
  addAttributes,
  attribute,
  type Element,
  elementsOf,
  hashSource,
  type Inspection,
  inspectPage,
} from '@/lib/security/inspect-page'
import { pagePolicy, tagManagerOrigin } from '@/lib/security/policy.mjs'
import { escapeHtml } from '@/lib/text'
import { dataScript, deferScripts, type Script } from './page-scripts'

export type Build = Pick<
  Parameters<NonNullable<NextAdapter['onBuildComplete']>>[0],
  'distDir' | 'outputs'
>

export type BuiltFile = { address: string; from: string; type?: string }

export type Pages = Map<string, Inspection>

export type Secured = { pages: Pages; data: BuiltFile[]; styles: string[] }

/**
 * Defers the scripts of built pages, adds integrity attributes and collects
 * hashes. Throws if a page needs an unsafe policy.
 */
export async function securePages({
  distDir,
  outputs,
}: Build): Promise<Secured> {
  const integrity = readJsonFile<Record<string, string>>(
    join(distDir, 'server/subresource-integrity-manifest.json'),
  )
  const pages: Pages = new Map()
  const data: BuiltFile[] = []
  for (const { address, from: file } of builtFiles(outputs).filter(({ from }) =>
    from.endsWith('.html'),
  )) {
    // Next's own error page, which is served at two addresses, has inline
    // styles.
    const isError = ['/500', '/_global-error'].includes(address)
    const built = isError ? await errorPage() : readFileSync(file, 'utf8')
    const html = deferScripts(addIntegrity(built, integrity), (text) =>
      storeData(distDir, text, data),
    )
    writeFileSync(file, html)
    pages.set(address, inspectPage(html))
  }

  const errors = [...pages].flatMap(([address, page]) =>
    page.errors.map((error) => `${address} has ${error}.`),
  )
  if (errors.length > 0)
    throw new Error(
      `no strict policy can serve these pages:\n${errors.join('\n')}`,
    )
  rewriteJson<{ headers: Rule[] }>(
    join(distDir, 'routes-manifest.json'),
    (manifest) => ({
      ...manifest,
      headers: allowErrorPages(manifest.headers, pages),
    }),
  )
  loadWithIntegrity(distDir)
  return { pages, data, styles: inlineStyles(distDir) }
}

export function builtFiles({
  prerenders,
  staticFiles,
}: Build['outputs']): BuiltFile[] {
  const prerendered = prerenders.flatMap(
    ({ pathname: address, fallback }): BuiltFile[] => {
      const from =
        fallback && 'filePath' in fallback ? fallback.filePath : undefined
      if (!from || !/\.(html|body)$/.test(from)) return []
      const type = fallback?.initialHeaders?.['content-type']
      return [{ address, from, ...(typeof type === 'string' && { type }) }]
    },
  )
  return [
    ...prerendered,
    ...staticFiles.map(({ pathname, filePath }) => ({
      address: pathname,
      from: filePath,
    })),
  ]
}

/**
 * Adds integrity to every script: Next omits it for a page's own chunks
 * (github.com/vercel/next.js/issues/74147).
 */
export function addIntegrity(
  html: string,
  integrity: Record<string, string>,
): string {
  const additions = elementsOf(html).flatMap((element): [Element, string][] => {
    const { tagName } = element
    const preloads = tagName === 'link' && attribute(element, 'as') === 'script'
    if ((tagName !== 'script' && !preloads) || attribute(element, 'integrity'))
      return []
    const file = attribute(element, preloads ? 'href' : 'src')?.replace(
      /^\/_next\//,
      '',
    )
    const value = file && integrity[file]
    return value ? [[element, ` integrity="${value}"`]] : []
  })
  return addAttributes(html, additions)
}

function storeData(distDir: string, text: string, stored: BuiltFile[]): Script {
  const script = dataScript(text)
  const [address] = script
  const from = join(distDir, address.replace('/_next/', ''))
  mkdirSync(dirname(from), { recursive: true })
  writeFileSync(from, text)
  stored.push({ address, from })
  return script
}

type Rule = {
  source: string
  headers: { key: string; value: string }[]
  regex: string
}

/**
 * Next's header rules, extended by the scripts of the error pages, which Next
 * may serve at any address.
 */
export function allowErrorPages(rules: Rule[], pages: Pages): Rule[] {
  const notFound = routing.locales.map((locale) =>
    internalPath(locale, notFoundPath),
  )
  const value = policyOf([...notFound, '/404', '/500'], pages)
  return rules.map((rule) =>
    rule.source === '/:path*'
      ? { ...rule, headers: [{ key: 'Content-Security-Policy', value }] }
      : rule,
  )
}

// Proxies reject long headers.
const maxPolicyBytes = 4096

/**
 * The policy with these pages' hashes. Throws if one of them was not
 * prerendered, or if the policy is too long.
 */
export function policyOf(addresses: string[], pages: Pages): string {
  const inspected = addresses.map((address) => {
    const page = pages.get(address)
    if (!page) throw new Error(`${address} was not prerendered.`)
    return page
  })
  const all = (kind: 'scripts' | 'styles') => [
    ...new Set(inspected.flatMap((page) => page[kind])),
  ]
  const tagManager = tagManagerOrigin(env.SITE_TAG_MANAGER_URL)
  const policy = pagePolicy({
    scripts: all('scripts'),
    styles: all('styles'),
    tagManager,
  })
  if (policy.length <= maxPolicyBytes) return policy
  throw new Error(
    `The policy of ${addresses[0]} has ${policy.length} bytes; ${maxPolicyBytes} are allowed.`,
  )
}

async function errorPage(): Promise<string> {
  const sections = routing.locales.map(async (locale) => {
    const { title, body, retry } = (await loadMessages(locale)).Errors
    return `<section lang="${locale}"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(body)}</p><p><a href="?">${escapeHtml(retry)}</a></p></section>`
  })
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">'
  const body = (await Promise.all(sections)).join('')
  return `<!DOCTYPE html><html lang="${routing.defaultLocale}"><head>${head}<title>500</title></head><body>${body}</body></html>`
}

type PageManifest = { entryCSSFiles: Record<string, { content: string }[]> }

function inlineStyles(distDir: string): string[] {
  const sources = readPageManifests(distDir).map(({ text }) => {
    const { entryCSSFiles }: PageManifest = JSON.parse(
      text.slice(text.indexOf('= {') + 2).replace(/;\s*$/, ''),
    )
    const [all = []] = Object.values(entryCSSFiles).sort(
      (a, b) => b.length - a.length,
    )
    return hashSource(all.map(({ content }) => content).join(''))
  })
  return [...new Set(sources)]
}

type BuildManifest = {
  rootMainFiles: string[]
  rootMainFilesTree: Record<string, string[]>
}

/**
 * Next adds integrity only to the scripts of one list, so that list gets the
 * scripts of all pages.
 */
function loadWithIntegrity(distDir: string): void {
  rewriteJson<BuildManifest>(
    join(distDir, 'build-manifest.json'),
    (manifest) => {
      const lists = readPageManifests(distDir).map(({ page, text }) => {
        const chunks = [...text.matchAll(/static\/chunks\/[\w.~-]+\.js/g)].map(
          ([file]) => file,
        )
        return [page, [...new Set([...manifest.rootMainFiles, ...chunks])]]
      })
      return {
        ...manifest,
        rootMainFilesTree: {
          ...manifest.rootMainFilesTree,
          ...Object.fromEntries(lists),
        },
      }
    },
  )
}

function readPageManifests(distDir: string): { page: string; text: string }[] {
  const folder = join(distDir, 'server/app')
  const ending = '_client-reference-manifest.js'
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(
      (file) => file.startsWith('[locale]/') && file.endsWith(`/page${ending}`),
    )
    .map((file) => ({
      page: `/${file.replace(ending, '')}`,
      text: readFileSync(join(folder, file), 'utf8'),
    }))
}

function rewriteJson<T>(file: string, change: (content: T) => T): void {
  writeFileSync(file, JSON.stringify(change(readJsonFile<T>(file))))
}

function readJsonFile<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'))
}
