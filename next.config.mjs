import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import { dataPolicy, pagePolicy, tagManagerOrigin } from './lib/security/policy.mjs'

// The folder to build into. A build is served from its own folder, which has this file too.
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

function rule(source, values) {
  return { source, headers: Object.entries(values).map(([key, value]) => ({ key, value })) }
}

const config = {
  distDir: join(folder, '.next'),
  // Crawlers that run no scripts are many: a page's head is complete when it is sent.
  htmlLimitedBots: /.*/,
  poweredByHeader: false,
  // For what lib/build/next-build.ts adds to the built scripts: another content needs another file name.
  outputHashSalt: 'early-1',
  reactStrictMode: true,
  productionBrowserSourceMaps: false,
  // `npm test` checks the types, of the tests too; a server's start need not.
  // Next writes its folders into the configuration, which for a versioned build is a copy.
  typescript: { ignoreBuildErrors: true, tsconfigPath: join(folder, 'tsconfig.json') },
  images: { unoptimized: true },
  // The development server works with inline scripts and eval.
  ...(process.env.NODE_ENV === 'production' && { headers }),
  experimental: {
    inlineCss: true,
    sri: { algorithm: 'sha256' },
    globalNotFound: true,
    // Without it a rule for /contact would also hold for /CONTACT, which is another page: the 404.
    caseSensitiveRoutes: true,
    // In development: behind a server of one's own, what Next's router fetches would wait for this channel for ever.
    reactDebugChannel: false,
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

// What a build alone needs is not compiled along: the plugin loads a compiler, 100 MB of memory that a server does not need,
// and the constants name the default brand.
export default async function configure(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return { ...config, distDir: '.next' }
  const { default: createNextIntlPlugin } = await import('next-intl/plugin')
  const { constants } = await import(new URL('lib/build/constants.mjs', import.meta.url).href)
  const adapterPath = fileURLToPath(new URL('lib/build/next-adapter.mjs', import.meta.url))
  const compiler = { define: constants(process.env.BRAND) }
  return createNextIntlPlugin('./lib/i18n/request.ts')({ ...config, adapterPath, compiler })
}
