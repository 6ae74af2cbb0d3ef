import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { routing } from '@/lib/i18n/routing'
import { internalPath } from '@/lib/resolve-route'
import { notFoundPath } from '@/lib/routes'
import { attribute, elementsOf, type Inspection, inspectPage } from '@/lib/security/inspect-page'
import { pagePolicy, tagManagerOrigin } from '@/lib/security/policy.mjs'
import { escapeHtml } from '@/lib/text'
import { markEnglish } from './mark-english'
import {
  type Build,
  type BuiltFile,
  builtFiles,
  compileEarly,
  inlineStyles,
  loadWithIntegrity,
  readJsonFile,
  rewriteJson,
} from './next-build'
import { dataScript, deferScripts, type Script } from './page-scripts'

export type Pages = Map<string, Inspection>

export type Secured = { pages: Pages; data: BuiltFile[]; styles: string[] }

/** Defers the scripts of built pages, adds integrity and collects hashes. Throws if a page needs an unsafe policy. */
export async function securePages({ distDir, outputs }: Build): Promise<Secured> {
  const files = pagesOf(outputs)
  // Next's own error page, a file at two addresses, has inline styles.
  for (const address of ['/500', '/_global-error']) writeFileSync(fileOf(files, address), await errorPage())

  compileEarly(distDir)
  const integrity = readJsonFile<IntegrityByFile>(join(distDir, 'server/subresource-integrity-manifest.json'))
  const pages: Pages = new Map()
  const data: BuiltFile[] = []
  for (const [address, file] of files) {
    const page = await markEnglish(readFileSync(file, 'utf8'), address)
    const html = deferScripts(addIntegrity(page, integrity), (text) => storeData(distDir, text, data))
    writeFileSync(file, html)
    pages.set(address, inspectPage(html))
  }

  const errors = problemsOf(pages)
  if (errors.length > 0) throw new Error(`no strict policy can serve these pages:\n${errors.join('\n')}`)
  rewriteJson<{ headers: Rule[] }>(join(distDir, 'routes-manifest.json'), (manifest) => ({
    ...manifest,
    headers: allowErrorPages(manifest.headers, pages),
  }))
  loadWithIntegrity(distDir)
  return { pages, data, styles: inlineStyles(distDir) }
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

type IntegrityByFile = Record<string, string>

/** Adds integrity to all scripts: Next leaves out a page's own chunks (github.com/vercel/next.js/issues/74147). */
export function addIntegrity(html: string, integrity: IntegrityByFile): string {
  const places = elementsOf(html).flatMap((element) => {
    const { tagName, sourceCodeLocation: place } = element
    const preloads = tagName === 'link' && attribute(element, 'as') === 'script'
    if (!place || (tagName !== 'script' && !preloads) || attribute(element, 'integrity')) return []
    const file = attribute(element, preloads ? 'href' : 'src')?.replace(/^\/_next\//, '')
    const value = file && integrity[file]
    return value ? [{ at: place.startOffset + `<${tagName}`.length, text: ` integrity="${value}"` }] : []
  })
  return places.reduceRight((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), html)
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

const maxHashes = 60
// Proxies refuse long headers.
const maxPolicyBytes = 4096

export function problemsOf(pages: Pages): string[] {
  return [...pages].flatMap(([address, { scripts, errors }]) => [
    ...errors.map((error) => `${address} has ${error}.`),
    ...(scripts.length > maxHashes
      ? [`${address} has ${scripts.length} inline scripts; ${maxHashes} are allowed.`]
      : []),
  ])
}

type Rule = { source: string; headers: { key: string; value: string }[]; regex: string }

/** Next's header rules, allowing the scripts of the error pages, which Next may answer at any address. */
export function allowErrorPages(rules: Rule[], pages: Pages): Rule[] {
  const notFound = routing.locales.map((locale) => internalPath(locale, notFoundPath))
  const value = policyOf([...notFound, '/404', '/500'], pages)
  return rules.map((rule) =>
    rule.source === '/:path*' ? { ...rule, headers: [{ key: 'Content-Security-Policy', value }] } : rule,
  )
}

/** The policy with the hashes of these pages. Throws if one was not prerendered, or if the policy is too long. */
export function policyOf(addresses: string[], pages: Pages): string {
  const inspected = addresses.map((address) => {
    const page = pages.get(address)
    if (!page) throw new Error(`${address} was not prerendered.`)
    return page
  })
  const all = (kind: 'scripts' | 'styles') => [...new Set(inspected.flatMap((page) => page[kind]))]
  const tagManager = tagManagerOrigin(env.SITE_TAG_MANAGER_URL)
  const policy = pagePolicy({ scripts: all('scripts'), styles: all('styles'), tagManager })
  if (policy.length <= maxPolicyBytes) return policy
  throw new Error(`The policy of ${addresses[0]} has ${policy.length} bytes; ${maxPolicyBytes} are allowed.`)
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
