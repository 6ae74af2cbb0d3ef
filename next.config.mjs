import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import { brandFolder, defineBrand, readBrandFiles } from './lib/brand/folder.mjs'
import { dataPolicy, pagePolicy, tagManagerOrigin } from './lib/security/policy.mjs'

// The folder of a versioned build (scripts/builds). Set while one is made, and not while it is served: then this file, with
// what it imports, is compiled into that folder.
const folder = process.env.BUILD_FOLDER ?? '.'

// The policy of every answer of Next, beside the headers that the server gives to all (lib/server). It allows no inline
// script: what a page needs is added to the built site (lib/build), so that a page which was forgotten
// does not run rather than run unprotected.
function headers() {
  const tagManager = tagManagerOrigin(process.env.SITE_TAG_MANAGER_URL)
  return [
    rule('/:path*', { 'Content-Security-Policy': pagePolicy({ tagManager }) }),
    rule('/api/:path*', { 'Content-Security-Policy': dataPolicy }),
    // The addresses of lib/http/api-table.ts that are not below /api.
    rule('/:path(healthz|metrics|readyz)', { 'Content-Security-Policy': dataPolicy }),
  ]
}

// For app/global-error.tsx, which every page loads: a few sentences instead of whole catalogs.
function errorMessages() {
  const brand = readBrandFiles(brandFolder(process.env.BRAND))
  const locales = Object.keys(readJson('lib/languages.json') ?? {})
  return JSON.stringify(
    Object.fromEntries(
      locales.map((locale) => {
        const own = JSON.parse(brand.messages[locale] ?? '{}').Errors
        return [locale, { ...readJson(`messages/${locale}.json`)?.Errors, ...own }]
      }),
    ),
  )
}

// A catalog that cannot be read ends a build where it is imported; while developing, the preview tells of it.
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function rule(source, values) {
  return { source, headers: Object.entries(values).map(([key, value]) => ({ key, value })) }
}

const config = {
  distDir: join(folder, '.next'),
  // Crawlers that run no scripts are many: a page's head is complete when it is sent.
  htmlLimitedBots: /.*/,
  poweredByHeader: false,
  reactStrictMode: true,
  productionBrowserSourceMaps: false,
  // `npm test` checks the types, of the tests too; a server's start need not.
  // Next writes its folders into the configuration, which for a versioned build is a copy.
  typescript: { ignoreBuildErrors: true, tsconfigPath: join(folder, 'tsconfig.json') },
  images: { unoptimized: true },
  // The development server works with inline scripts and eval.
  ...(process.env.NODE_ENV === 'production' && { headers }),
  compiler: {
    define: {
      ERROR_MESSAGES: errorMessages(),
      ...defineBrand(process.env.BRAND),
    },
  },
  experimental: {
    inlineCss: true,
    sri: { algorithm: 'sha256' },
    globalNotFound: true,
    // Without it a rule for /contact would also hold for /CONTACT, which is another page: the 404.
    caseSensitiveRoutes: true,
  },
  serverExternalPackages: [
    'better-sqlite3',
    '@prisma/adapter-better-sqlite3',
    '@prisma/adapter-pg',
    'pg',
    'prom-client',
    'undici',
  ],
}

// For builds alone: the plugin loads a compiler, 100 MB of memory that a server does not need.
export default async function configure(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return config
  const { default: createNextIntlPlugin } = await import('next-intl/plugin')
  const adapterPath = fileURLToPath(new URL('lib/build/next-adapter.mjs', import.meta.url))
  return createNextIntlPlugin('./lib/i18n/request.ts')({ ...config, adapterPath })
}
