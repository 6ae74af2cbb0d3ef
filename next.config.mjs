import createNextIntlPlugin from 'next-intl/plugin'

const withNextIntl = createNextIntlPlugin('./lib/i18n/request.ts')

export default withNextIntl({
  poweredByHeader: false,
  reactStrictMode: true,
  productionBrowserSourceMaps: false,
  // `npm test` checks the types, of the tests too; a server's start need not.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  serverExternalPackages: ['better-sqlite3', '@prisma/adapter-better-sqlite3'],
})
