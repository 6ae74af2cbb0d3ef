// Plain JavaScript, because this file also runs before anything is compiled.

/**
 * Returns a page's content security policy. `scripts` and `styles` are the
 * hashes, or the nonce, of inline scripts and styles.
 * @param {{ scripts?: string[], styles?: string[], tagManager?: string }} [allowed]
 */
export function pagePolicy({ scripts = [], styles = [], tagManager } = {}) {
  const elsewhere = tagManager ? [tagManager] : []
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts, ...elsewhere].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    ["img-src 'self'", ...elsewhere].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...elsewhere].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * For responses other than pages: nothing may run, load, be submitted or be
 * framed.
 */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

export const commonHeaders = Object.freeze({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'browsing-topics=(), camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), serial=(), usb=()',
})

/** Two years. Only sent if the site's public address is https. */
export const strictTransportSecurity = 'max-age=63072000; includeSubDomains'

/**
 * Tells `proxy.ts` that the response will be cached for everyone, so its
 * policy must use hashes instead of a nonce.
 */
export const cacheableRenderHeader = 'x-cacheable-render'

/** The origin of a tag manager's script, or undefined. @param {string | undefined} address */
export function tagManagerOrigin(address) {
  return address ? new URL(address).origin : undefined
}
