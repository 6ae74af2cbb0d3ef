import createNextIntlPlugin from 'next-intl/plugin'

const withNextIntl = createNextIntlPlugin('./lib/i18n/request.ts')

// The demonstration is a build of its own: it never replaces the files of a running site.
const demo = process.env.DEMO === 'true'

export default withNextIntl({
  distDir: demo ? '.next-demo' : '.next',
  // Crawlers that run no scripts are many: a page's head is complete when it is sent.
  htmlLimitedBots: /.*/,
  poweredByHeader: false,
  reactStrictMode: true,
  productionBrowserSourceMaps: false,
  // `npm test` checks the types, of the tests too; a server's start need not.
  // Next writes its folders into the configuration, which for the demonstration is a copy.
  typescript: { ignoreBuildErrors: true, tsconfigPath: demo ? '.cache/tsconfig.demo.json' : 'tsconfig.json' },
  images: { unoptimized: true },
  serverExternalPackages: ['better-sqlite3', '@prisma/adapter-better-sqlite3'],
})
