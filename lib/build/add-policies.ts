import { localizedPath } from '@/lib/i18n/navigation'
import { routing } from '@/lib/i18n/routing'
import { internalPath } from '@/lib/resolve-route'
import { isPrerendered, notFoundPath, pageOf, routes } from '@/lib/routes'
import type { Inspection } from '@/lib/security/inspect-page'
import { pagePolicy } from '@/lib/security/policy.mjs'

type Rule = { source: string; headers: { key: string; value: string }[]; regex: string }

const header = 'Content-Security-Policy'
// Proxies refuse long headers.
const maxPolicyBytes = 4096
const maxHashes = 60

/** Inspected pages by internal address, which always includes the language: `/en`, `/fr/contact`. */
export type Pages = Map<string, Inspection>

export function problemsOf(pages: Pages): string[] {
  return [...pages].flatMap(([address, { scripts, errors }]) => [
    ...errors.map((error) => `${address} has ${error}.`),
    ...(scripts.length > maxHashes
      ? [`${address} has ${scripts.length} inline scripts; ${maxHashes} are allowed.`]
      : []),
  ])
}

/** Next's header rules with each page's hashes. Throws when a page was not prerendered, or a policy is too long. */
export function addPolicies(rules: Rule[], pages: Pages, tagManager?: string): Rule[] {
  const anywhere = routing.locales.map((locale) => `/${locale}${notFoundPath}`)
  const base = policyOf([...anywhere, '/404', '/500'], pages, tagManager)
  const filled = rules.map((rule) => (rule.source === '/:path*' ? withPolicy(rule, base) : rule))
  return [...filled, ...pageRules(pages, tagManager)]
}

function pageRules(pages: Pages, tagManager?: string): Rule[] {
  return routing.locales.flatMap((locale) =>
    Object.entries(routes).flatMap(([path, { kind }]) => {
      const page = pageOf(path)
      if (page === undefined || (kind !== 'page' && kind !== 'alias') || !isPrerendered(page)) return []
      const source = localizedPath(locale, path)
      const value = policyOf([internalPath(locale, page)], pages, tagManager)
      return [{ source, headers: [{ key: header, value }], regex: `^${source}$` }]
    }),
  )
}

export function policyOf(addresses: string[], pages: Pages, tagManager?: string): string {
  const inspected = addresses.map((address) => {
    const page = pages.get(address)
    if (!page) throw new Error(`${address} was not prerendered.`)
    return page
  })
  const all = (kind: 'scripts' | 'styles') => [...new Set(inspected.flatMap((page) => page[kind]))]
  const policy = pagePolicy({ scripts: all('scripts'), styles: all('styles'), tagManager })
  if (policy.length <= maxPolicyBytes) return policy
  throw new Error(`The policy of ${addresses[0]} has ${policy.length} bytes; ${maxPolicyBytes} are allowed.`)
}

function withPolicy(rule: Rule, value: string): Rule {
  return { ...rule, headers: rule.headers.map((entry) => (entry.key === header ? { key: header, value } : entry)) }
}
