import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'

// The folder to build into. A build is served from its own folder, which
// contains a copy of this file.
const folder = process.env.BUILD_FOLDER ?? '.'

const config = {
  distDir: join(folder, '.next'),
  // Sends every page with a complete head, because many crawlers run no
  // scripts.
  htmlLimitedBots: /.*/,
  poweredByHeader: false,
  reactStrictMode: true,
  productionBrowserSourceMaps: false,
  // Skips the type check, because `npm run check` does it, for the tests too.
  typescript: {
    ignoreBuildErrors: true,
    tsconfigPath: join(folder, 'tsconfig.json'),
  },
  images: { unoptimized: true },
  // The editor turns off Next's badge, which would cover its toolbar.
  ...(process.env.NEXT_BADGE === 'off' && { devIndicators: false }),
  experimental: {
    inlineCss: true,
    sri: { algorithm: 'sha256' },
    globalNotFound: true,
    // Otherwise, a rule for /contact would also apply to /CONTACT, which is the
    // 404 page.
    caseSensitiveRoutes: true,
    // Turned off, because in development Next's router, behind our own server,
    // would wait forever for this channel.
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

/**
 * Loads the plugin only for builds, because in a server it would load a
 * compiler, which takes 100 MB of memory.
 */
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
