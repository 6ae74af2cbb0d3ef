// The smallest app of Next and next-intl: what `npm run bench` compares the site with.
import createNextIntlPlugin from 'next-intl/plugin'

// Its packages are a link into the site's folder.
export default createNextIntlPlugin('./i18n/request.ts')({ turbopack: { root: '/' }, outputFileTracingRoot: '/' })
