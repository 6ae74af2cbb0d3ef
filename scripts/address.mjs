/** What an operator should know of the public address at a production start, or undefined when all is well. */
export function addressWarning(siteUrl) {
  if (siteUrl?.startsWith('https://')) return undefined
  const state = siteUrl ? `is ${siteUrl}, which is not an https address` : 'is not set'
  return `Not for the public yet: SITE_URL ${state}, and search engines and link previews are told that address.`
}
