import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import {
  dataPolicy,
  pagePolicy,
  tagManagerOrigin,
} from './lib/security/policy.mjs'

// The folder to build into. A build is served from its own folder, which has this file too.
const folder = process.env.BUILD_FOLDER ?? '.'

// It allows no inline script: lib/build adds what a page needs, so that a page which was forgotten does not run rather
// than run unprotected.
function headers() {
  return [
    policyFor(
      '/:path*',
      pagePolicy({
        tagManager: tagManagerOrigin(process.env.SITE_TAG_MANAGER_URL),
      }),
    ),
    policyFor('/api/:path*', dataPolicy),
    // The addresses of lib/http/api-table.ts that are not below /api.
    policyFor('/:path(healthz|metrics|readyz)', dataPolicy),
  ]
}

function policyFor(source, value) {
  return { source, headers: [{ key: 'Content-Security-Policy', value }] }
}

const config = {
  distDir: join(folder, '.next'),
  // Crawlers that run no scripts are many: a page's head is complete when it is sent.
  htmlLimitedBots: /.*/,
  poweredByHeader: false,
  reactStrictMode: true,
  productionBrowserSourceMaps: false,
  // `npm test` checks the types, of the tests too; a server's start need not.
  typescript: {
    ignoreBuildErrors: true,
    tsconfigPath: join(folder, 'tsconfig.json'),
  },
  images: { unoptimized: true },
  ...(process.env.NODE_ENV === 'production' && { headers }),
  experimental: {
    inlineCss: true,
    sri: { algorithm: 'sha256' },
    globalNotFound: true,
    // Without it a rule for /contact would also hold for /CONTACT, which is another page: the 404.
    caseSensitiveRoutes: true,
    // Without this, Next's router would wait forever for this channel in development, behind our own server.
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

// A server loads nothing that a build alone needs: the plugin would bring a compiler, 100 MB of memory.
export default async function configure(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return { ...config, distDir: '.next' }
  const { default: createNextIntlPlugin } = await import('next-intl/plugin')
  const { constants } = await import(
    new URL('lib/build/constants.mjs', import.meta.url).href
  )
  const adapterPath = fileURLToPath(
    new URL('lib/build/next-adapter.mjs', import.meta.url),
  )
  const { CONTENT_DATES = '{}' } = process.env
  const compiler = {
    define: { ...constants(process.env.BRAND), CONTENT_DATES },
  }
  const markedJson = {
    condition: { content: /^\uFEFF/ },
    loaders: ['./lib/build/json-loader.mjs'],
    as: '*.json',
  }
  const turbopack = { rules: { '*.json': markedJson } }
  return createNextIntlPlugin('./lib/i18n/request.ts')({
    ...config,
    adapterPath,
    compiler,
    turbopack,
  })
}
