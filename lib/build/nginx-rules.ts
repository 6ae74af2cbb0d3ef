import { extname } from 'node:path'
import { cachePolicies } from '@/lib/http/cache-policy'
import { pagePolicy } from '@/lib/security/policy.mjs'
import { encodings, type StaticSite } from '@/lib/static-site'
import { type ProxyMap, proxyMaps } from './proxy-maps'

const own: Record<string, string> = {
  uri: '$request_uri',
  args: '$args',
  method: '$request_method',
  rsc: '$http_rsc',
  content_type: '$content_type',
  referer: '$http_referer',
  status: '$status',
  normalized: '$uri',
  range: '$http_range',
  accepted: '$http_accept_encoding',
}

/** For the `http` block: the folder of this build, and what it answers, as variables called `$site_…`. */
export function nginxMaps(folder: string, site: StaticSite): string {
  const maps = [...proxyMaps(site), { name: 'root', of: '', otherwise: folder }, ...encodingMaps, ...answerMaps]
  return [
    '# Written by the build (lib/build/nginx-rules.ts).',
    'map_hash_bucket_size 256;',
    'map_hash_max_size 4096;',
    ...maps.map(nginxMap),
    '',
  ].join('\n')
}

/** For the `server` block: the headers of every answer. A location that adds one of its own loses all of them. */
export function nginxHeaders(common: Readonly<Record<string, string>>): string {
  const headers = {
    ...common,
    'Content-Security-Policy': '$site_answer_policy',
    'Cross-Origin-Resource-Policy': '$site_sharing',
    'Cache-Control': '$site_cache_control',
    'Content-Type': '$site_content_type',
    'Content-Encoding': '$site_content_encoding',
    Vary: '$site_vary',
    // One that is empty is not sent.
    'Speculation-Rules': '$site_speculation_rules',
    'Last-Modified': '',
  }
  const lines = Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}" always;`)
  return ['# Written by the build (lib/build/nginx-rules.ts).', ...lines, ''].join('\n')
}

/** The type of each ending, for a location that serves files the maps do not know. */
export function nginxTypes({ files }: StaticSite): string {
  const types = Object.entries(files).map(([address, { type }]): [string, string] => [extname(address).slice(1), type])
  const all = new Map([...types, ['html', 'text/html; charset=utf-8'], ['json', 'application/json']])
  const lines = [...all].map(([ending, type]) => `  ${quote(type)} ${ending};`)
  return ['# Written by the build (lib/build/nginx-rules.ts).', 'types {', ...lines, '}', ''].join('\n')
}

// Part of a file is sent as it is. Lookaheads: of the proxies, only nginx chooses the encoding here.
const encodingMaps: ProxyMap[] = [
  {
    name: 'encoding',
    of: '{encodings}|{range}|{accepted}',
    patterns: Object.keys(encodings).map((name) => [
      `^\\S*\\b${name}\\b[^|]*\\|\\|(?:[^|]*,)?\\s*${name}\\s*(?:,|$|;(?!\\s*q\\s*=\\s*0(?:\\.0*)?\\s*(?:,|$)))`,
      name,
    ]),
  },
  { name: 'ending', of: '{encoding}', exact: mapValues(encodings, (ending) => `.${ending}`) },
]

const answerMaps: ProxyMap[] = [
  {
    name: 'answer_policy',
    of: '{status}|{normalized}|{policy}',
    patterns: [
      ['^50\\d\\|/unavailable/.*\\.html\\|', pagePolicy()],
      ['^[^|]*\\|[^|]*\\|(.*)$', '$1'],
    ],
  },
  {
    name: 'cache_control',
    of: '{status}|{cache}|{normalized}',
    patterns: [
      ['^308', cachePolicies.redirect],
      // The older release's files as well, which the table does not have.
      ['^(?:200|206|304)\\|.*\\|/_next/static/', cachePolicies.asset],
      ['^(?:200|206|304|404)\\|(.*)\\|', '$1'],
    ],
    otherwise: cachePolicies.none,
  },
  { name: 'content_type', of: '{status}|{type}', patterns: [['^(?:200|206|404)\\|(.*)$', '$1']] },
  { name: 'content_encoding', of: '{status}|{encoding}', patterns: [['^(?:200|206|404)\\|(.*)$', '$1']] },
]

function nginxMap({ name, of, exact = {}, patterns = [], otherwise = '' }: ProxyMap): string {
  const source = of.replace(/\{(\w+)\}/g, (_, variable) => own[variable] ?? `$\{site_${variable}}`)
  const entries = [
    ...Object.entries(exact).filter(([, value]) => value !== otherwise),
    ...patterns.map(([pattern, value]) => [`~${pattern}`, value]),
  ]
  const lines = entries.map(([key, value]) => `  ${quote(key)} ${quote(value)};`)
  return [`map ${quote(source)} $site_${name} {`, `  default ${quote(otherwise)};`, ...lines, '}'].join('\n')
}

function quote(text = ''): string {
  return `"${text.replaceAll('"', '\\"')}"`
}

function mapValues(values: Record<string, string>, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))
}
