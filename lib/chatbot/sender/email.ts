const written = /[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\.[a-z]{2,}/i

// As some write it against machines that collect addresses: "jane at bank dot com".
const spelled =
  /([\w.+-]+(?: +(?:dot|point|punto) +[\w+-]+)*) *[[(]?(?:\bat\b[\])]? *([\w-]+(?:(?: +| *[[(])dot(?: +|[\])] *)[\w-]+)+)|\barr?o(?:base|ba)\b[\])]? *([\w-]+(?: +(?:point|punto|dot) +[\w-]+)+))/i
const spelledDot = /\b(?:dot|point|punto)\b/i
const dot = / *[[(]?\b(?:dot|point|punto)\b[\])]? */gi

const maxCharacters = 200

/** The first e-mail address of a text, and the text as far as it is one. */
export function emailIn(text: string): { email: string; found: string } | undefined {
  const found = text.includes('@') ? text.match(written)?.[0].replace(/[.]+$/, '') : undefined
  if (found && found.length <= maxCharacters) return { email: found, found }
  const [words, user, english, other] = (spelledDot.test(text) && text.match(spelled)) || []
  const host = english ?? other
  return words && user && host
    ? { email: `${user.replace(dot, '.')}@${host.replace(dot, '.')}`, found: words }
    : undefined
}
