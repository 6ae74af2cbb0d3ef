import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { NextAdapter } from 'next'
import { env } from '@/lib/env'
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
import { errorPage } from './error-page'
import { inlineStyles, loadWithIntegrity, readIntegrity } from './next-output'
import { deferScripts, type PageData } from './page-scripts'

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
  const integrity = readIntegrity(distDir)
  const pages: Pages = new Map()
  const data: BuiltFile[] = []
  const htmlFiles = builtFiles(outputs).filter(({ from }) =>
    from.endsWith('.html'),
  )
  for (const { address, from } of htmlFiles) {
    const isError = ['/500', '/_global-error'].includes(address)
    const built = isError ? await errorPage() : readFileSync(from, 'utf8')
    const page = deferScripts(addIntegrity(built, integrity), { query: '' })
    writeFileSync(from, page.html)
    if (page.data) data.push(storeData(distDir, page.data))
    pages.set(address, inspectPage(page.html))
  }

  requireStrictPolicies(pages)
  loadWithIntegrity(distDir)
  const styles = [...new Set(inlineStyles(distDir).map(hashSource))]
  return { pages, data, styles }
}

function requireStrictPolicies(pages: Pages) {
  const errors = [...pages].flatMap(([address, page]) =>
    page.errors.map((error) => `${address} has ${error}.`),
  )
  if (errors.length > 0)
    throw new Error(
      `a strict content security policy would break these pages:\n${errors.join('\n')}`,
    )
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
      const [type] = [fallback?.initialHeaders?.['content-type']].flat()
      return [{ address, from, type }]
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

function storeData(distDir: string, { text, script }: PageData): BuiltFile {
  const [address] = script
  const from = join(distDir, address.replace('/_next/', ''))
  mkdirSync(dirname(from), { recursive: true })
  writeFileSync(from, text)
  return { address, from }
}

/**
 * Returns a policy for all error pages, because Next may answer any address
 * with any of them.
 */
export function errorPolicyOf(pages: Pages): string {
  const notFound = routing.locales.map((locale) =>
    internalPath(locale, notFoundPath),
  )
  return policyOf([...notFound, '/404', '/500'], pages)
}

// The longest header, because proxies reject long headers.
const maxPolicyBytes = 4096

/**
 * Returns the policy with these pages' hashes. Throws if one of them was not
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
    `The policy of ${addresses[0]} has ${policy.length} bytes, but only ${maxPolicyBytes} are allowed.`,
  )
}
