import { localizedPath } from './i18n/navigation'
import { routing } from './i18n/routing'
import { findRoute, pageOf, paths, renderingOf, routes } from './routes'

export const speculationRulesPath = '/speculation-rules.json'

/** The header that names a page's rules: its policy allows no inline ones (html.spec.whatwg.org, speculation rules). */
export const speculationHeader = {
  'Speculation-Rules': `"${speculationRulesPath}"`,
}

/**
 * Chromium prerenders a page once a link to it is hovered for 10 ms, on phones once it has been on the screen for a
 * while, unless the visitor saves data or the machine is short of memory or power (chromestatus.com, "eager eagerness").
 * Pages that depend on what a visitor has just sent, or show what machines must not read, are left out.
 */
export function speculationRules() {
  const shown = Object.keys(routes).filter((path) => {
    const page = pageOf(path) ?? path
    return (
      findRoute(page)?.kind === 'page' &&
      page !== paths.email &&
      renderingOf(page) !== 'per-request'
    )
  })
  const patterns = [...shown, `${paths.attestations}/*`]
  const addresses = routing.locales.flatMap((locale) =>
    patterns.map((path) => localizedPath(locale, path)),
  )
  return {
    prerender: [{ where: { href_matches: addresses }, eagerness: 'eager' }],
  }
}
