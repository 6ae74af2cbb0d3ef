/**
 * Returns the text of an answer in Markdown, with the numbers of its telephone
 * links.
 */
export function markdownToText(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]]*)\]\(([^)[]*)\)/g, linkText)
    .replace(/[*_`#>]+/g, '')
}

function linkText(_: string, text: string, address: string): string {
  const number = telephoneNumber(address)
  return !number || `+${text.replace(/\D/g, '')}` === number
    ? text
    : `${text} (${number})`
}

/**
 * Returns the number of a `tel:` link to a plain international number, never to
 * a service code.
 */
export function telephoneNumber(address: string): string | undefined {
  return address.match(/^tel:(\+[1-9]\d{6,14})$/)?.[1]
}
