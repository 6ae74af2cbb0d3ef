import { apiPathsAtRoot } from '@/lib/http/api-table'
import { cachePolicies } from '@/lib/http/cache-policy'
import { localizedPath } from '@/lib/i18n/navigation'
import { routing } from '@/lib/i18n/routing'
import { consolePaths } from '@/lib/operator/console-paths'
import { internalPath, resolveRoute } from '@/lib/resolve-route'
import { rootFiles } from '@/lib/root-files'
import { notFoundPath, routes } from '@/lib/routes'
import { dataPolicy } from '@/lib/security/policy.mjs'
import { headersOf, type StaticSite } from '@/lib/static-site'

/**
 * A variable of a proxy, computed from others, which stand in `of` in brackets. `exact` values come first; then the
 * first of `patterns` that matches, where `$1` is a group. Patterns keep to what PCRE and RE2 have in common.
 */
export type ProxyMap = {
  name: string
  of: string
  exact?: Record<string, string>
  patterns?: [pattern: string, value: string][]
  otherwise?: string
}

const locales = routing.locales.join('|')
const others = routing.locales.filter((locale) => locale !== routing.defaultLocale).join('|')

// Parameters that URLSearchParams writes as they were read; other queries are left to Node.
const parameter = '[\\w.*+-]+=[\\w.*+-]*'
const parameters = `${parameter}(?:&${parameter})*`
const language = '(?:lang|lng)'

const readable = '^(?:GET|HEAD) \\|'

/**
 * What lib/resolve-route.ts decides, as the maps of a proxy. `by` says who answers: a `file`, a `redirect`, the 404 page
 * (`missing`), or `node`, as whatever needs decoding or normalizing does.
 */
export function proxyMaps(site: StaticSite): ProxyMap[] {
  const { file, redirect } = addressesOf(site)
  return [
    {
      name: 'path',
      of: '{uri}',
      patterns: [
        ['^[^?]*/\\.\\.?(?:/|\\?|$)', ''],
        ['^((?:/[\\w.~-]+)+|/)(?:\\?|$)', '$1'],
      ],
    },
    // No address has a capital; nginx's maps do not tell them apart.
    { name: 'key', of: '{path}', patterns: [['^([^A-Z]*)$', '$1']] },
    { name: 'file', of: '{key}', exact: file },
    { name: 'language', of: '{args}', patterns: languagePatterns() },
    // nginx tries no pattern on an empty text.
    { name: 'query', of: '{args}', exact: { '': '' }, patterns: queryPatterns(), otherwise: 'node' },
    { name: 'unprefixed', of: '{path}', patterns: unprefixedPatterns(routing.defaultLocale) },
    { name: 'localized', of: '{language}:{path}', patterns: localizedPatterns() },
    { name: 'redirect', of: '{key}', exact: redirect },
    { name: 'location', of: '{unprefixed} {localized} {redirect}', patterns: [['^ *([^ ]+)', '$1']] },
    { name: 'by', of: '{method} {rsc}|{file}|{language}|{query}|{location}|{path}', patterns: answerPatterns() },
    { name: 'missing', of: '{path}', patterns: missingPatterns() },
    {
      name: 'served',
      of: '{by}:{file}:{missing}',
      patterns: [
        ['^file:([^:]*):', '$1'],
        ['^missing:.*:(.*)$', '$1'],
      ],
    },
    { name: 'type', of: '{served}', exact: headerOf(site, 'Content-Type') },
    {
      name: 'policy',
      of: '{served}',
      exact: headerOf(site, 'Content-Security-Policy'),
      otherwise: dataPolicy,
    },
    { name: 'cache', of: '{served}', exact: headerOf(site, 'Cache-Control'), otherwise: cachePolicies.none },
    { name: 'speculation_rules', of: '{served}', exact: headerOf(site, 'Speculation-Rules') },
    { name: 'sharing', of: '{served}', patterns: [['^files/share/', 'cross-origin']], otherwise: 'same-origin' },
    { name: 'encodings', of: '{served}', exact: encodingsOf(site) },
    { name: 'vary', of: '{encodings}', patterns: [['.', 'Accept-Encoding']] },
    { name: 'unavailable', of: '{content_type}|{uri}|{referer}', patterns: unavailablePatterns() },
  ]
}

function addressesOf({ pages, files }: StaticSite) {
  const file: Record<string, string> = {}
  const redirect: Record<string, string> = {}
  const known = [...Object.keys(routes), ...Object.values(consolePaths)]
  const paths = routing.locales.flatMap((locale) => known.map((path) => localizedPath(locale, path)))
  for (const address of paths) {
    const route = resolveRoute(address, new URLSearchParams())
    if (route.kind === 'redirect') redirect[address] = route.to
    if (route.kind === 'page') file[address] = pages[route.at]?.file ?? 'node'
  }
  for (const address of apiPathsAtRoot) file[address] = 'node'
  for (const address of rootFiles) file[address] = files[address]?.file ?? 'node'
  for (const [address, entry] of Object.entries(files)) if (!/[A-Z]/.test(address)) file[address] = entry.file
  return { file, redirect }
}

function headerOf({ pages, files }: StaticSite, name: string): Record<string, string> {
  const entries = Object.entries({ ...pages, ...files }).map(([address, entry]) => [
    entry.file,
    headersOf(address, entry)[name],
  ])
  return Object.fromEntries(entries.filter(([, value]) => value))
}

function encodingsOf({ pages, files }: StaticSite): Record<string, string> {
  const entries = [...Object.values(pages), ...Object.values(files)]
  return Object.fromEntries(entries.map(({ file, encodings: available }) => [file, available.join(',')]))
}

// The language that an address asks for; `node` where it may be spelled in another way or asked for twice.
function languagePatterns(): [string, string][] {
  return [
    ['(?:^|&)[^=&]*%', 'node'],
    [`(?:^|&)${language}=[^&]*%`, 'node'],
    [`(?:^|&)${language}(?:=[^&]*)?&(?:.*&)?${language}(?:[=&]|$)`, 'node'],
    [`(?:^|&)${language}=(${locales})(?:&|$)`, '$1'],
  ]
}

function queryPatterns(): [string, string][] {
  return [
    [`^${language}(?:=[^&]*)?$`, ''],
    [`^${language}(?:=[^&]*)?&(${parameters})$`, '?$1'],
    [`^(${parameters})&${language}(?:=[^&]*)?((?:&${parameter})*)$`, '?$1$2'],
    [`^(${parameters})$`, '?$1'],
  ]
}

function unprefixedPatterns(locale: string): [string, string][] {
  return [
    [`^/${locale}$`, '/'],
    [`^/${locale}(/.*)$`, '$1'],
  ]
}

function localizedPatterns(): [string, string][] {
  return [
    ['^(?:node)?:|:$', ''],
    [`:/(?:${locales})(?:/|$)`, ''],
    [`^${routing.defaultLocale}:(.*)$`, '$1'],
    [`^(${others}):/$`, '/$1'],
    [`^(${others}):(.*)$`, '/$1$2'],
  ]
}

function answerPatterns(): [string, string][] {
  return [
    [`${readable}files/`, 'file'],
    ['\\|/(?:api|_next|files)/[^|]*$', 'node'],
    [`${readable}[^|]*\\|node\\|`, 'node'],
    [`${readable}[^|]*\\|[^|]*\\|node\\|/`, 'node'],
    [`${readable}[^|]*\\|[^|]*\\|[^|]*\\|/`, 'redirect'],
    [`${readable}node\\|`, 'node'],
    [`${readable}pages/`, 'file'],
    // Which years, leads and conversations there are, the database knows.
    [`${readable}.*\\|(?:/(?:${others}))?/(?:attestations|operator)/[^|]*$`, 'node'],
    [`${readable}.*\\|/[^|]*$`, 'missing'],
    ['^', 'node'],
  ]
}

function missingPatterns(): [string, string][] {
  const page = (locale: string) => `pages${internalPath(locale as typeof routing.defaultLocale, notFoundPath)}.html`
  return [
    ...routing.locales
      .filter((locale) => locale !== routing.defaultLocale)
      .map((locale): [string, string] => [`^/${locale}(?:/|$)`, page(locale)]),
    ['^', page(routing.defaultLocale)],
  ]
}

// Of a posted form the language is that of the page it stands on; a script gets the API's error.
function unavailablePatterns(): [string, string][] {
  const form = '^application/x-www-form-urlencoded[^|]*\\|/api/[^|]*\\|'
  return [
    [`${form}https?://[^/]+/(${others})(?:[/?#]|$)`, '$1.html'],
    [`${form}https?://`, `${routing.defaultLocale}.html`],
    [form, 'any.html'],
    [`^[^|]*\\|(?:/api/|(?:${[...apiPathsAtRoot].join('|')})(?:[?|]|$))`, 'api.json'],
    [`^[^|]*\\|/(${others})(?:[/?|]|$)`, '$1.html'],
    ['^', `${routing.defaultLocale}.html`],
  ]
}
