// JavaScript, as it also runs before anything is compiled.

/**
 * A page's content security policy. `scripts` and `styles` are the hashes, or the nonce, of what is inline.
 * @param {{ scripts?: string[], styles?: string[], tagManager?: string }} [allowed]
 */
export function pagePolicy({ scripts = [], styles = [], tagManager } = {}) {
  const elsewhere = tagManager ? [tagManager] : []
  return serialize({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts, ...elsewhere],
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'", ...elsewhere],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...elsewhere],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
  })
}

/** For answers that are no page: nothing may run, load, be sent or be framed. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

export const commonHeaders = Object.freeze({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // What a page could use to observe, or to reach a device. Every page's first round trip carries this list.
  'Permissions-Policy': nobody([
    'browsing-topics',
    'camera',
    'display-capture',
    'geolocation',
    'microphone',
    'payment',
    'serial',
    'usb',
  ]),
})

/** Two years; only where the site's public address is https. */
export const httpsOnly = 'max-age=63072000; includeSubDomains'

/** The origin of a tag manager's script, or undefined. @param {string | undefined} address */
export function tagManagerOrigin(address) {
  return address ? new URL(address).origin : undefined
}

/** @param {Record<string, string[]>} directives */
function serialize(directives) {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/** @param {string[]} features */
function nobody(features) {
  return features.map((feature) => `${feature}=()`).join(', ')
}
