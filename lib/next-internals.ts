// Names the parts of Next and React that the running site relies on although
// they are documented nowhere. tests/unit/next-internals.test.ts compares them
// with the installed packages. docs/architecture.md lists everything else that
// an upgrade can break.

/**
 * Matches Next's internal headers, because a client could forge them. Next also
 * takes a page's nonce from a policy in the request. Excludes the two request
 * ids, which the development server needs to refresh pages.
 */
export const internalHeader =
  /^(x-middleware-|x-nextjs-(?!(html-)?request-id$)|x-invoke-|x-now-|x-vercel-|x-prerender-|x-matched-path$|x-next-resume-|x-forwarded-(host|port|proto)$|forwarded$|next-resume$|content-security-policy)/

/**
 * Matches the beginning of an inline script that passes data to Next's scripts.
 */
export const pageDataStart = /^\(?(self\.__next_f|globalThis\["TURBOPACK"\])/

/**
 * The beginning of the name under which React stores an element's properties on
 * it.
 */
export const reactProperties = '__reactProps'
