import { dataPolicy, pagePolicy } from '@/lib/security/policy.mjs'
import type { StaticSite } from '@/lib/static-site'
import { type ProxyMap, proxyMaps } from './proxy-maps'

const own: Record<string, string> = {
  uri: '{http.request.orig_uri}',
  args: '{http.request.orig_uri.query}',
  method: '{http.request.orig_method}',
  rsc: '{http.request.header.Rsc}',
  content_type: '{http.request.header.Content-Type}',
  referer: '{http.request.header.Referer}',
}

/** A snippet for the site's block: the folder of this build, what it answers, and the headers of every answer. */
export function caddyRules(folder: string, site: StaticSite, common: Readonly<Record<string, string>>): string {
  const headers = {
    ...common,
    'Content-Security-Policy': '{site_policy}',
    'Cross-Origin-Resource-Policy': '{site_sharing}',
  }
  const maps = [
    ...proxyMaps(site),
    { name: 'root', of: '', otherwise: folder },
    { name: 'unavailable_policy', of: '{unavailable}', patterns: htmlPolicy, otherwise: dataPolicy },
  ]
  return [
    '# Written by the build (lib/build/caddy-rules.ts).',
    '(site_maps) {',
    ...maps.map(caddyMap),
    '}',
    '(site_headers) {',
    'header {',
    ...Object.entries(headers).map(([name, value]) => `  ${name} ${quote(value)}`),
    '}',
    '}',
    '',
  ].join('\n')
}

const htmlPolicy: [string, string][] = [['[.]html$', pagePolicy()]]

function caddyMap({ name, of, exact = {}, patterns = [], otherwise = '' }: ProxyMap): string {
  const source = of.replace(/\{(\w+)\}/g, (_, variable) => own[variable] ?? `{site_${variable}}`)
  const entries = [
    ...Object.entries(exact),
    ...patterns.map(([pattern, value]) => [`~${pattern}`, value.replace(/\$(\d)/g, '$${$1}')]),
  ]
  const lines = entries.map(([key, value]) => `  ${quote(key)} ${quote(value)}`)
  return [`map ${quote(source)} {site_${name}} {`, ...lines, `  default ${quote(otherwise)}`, '}'].join('\n')
}

function quote(text = ''): string {
  return `\`${text}\``
}
