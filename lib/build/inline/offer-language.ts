/**
 * Shows the offer in the visitor's own language: the stored choice, or else the
 * first of the browser's languages that the site has (for pt-BR, any
 * Portuguese). Runs again in a page that was prerendered or restored from the
 * back/forward cache.
 */
export function offerLanguage(
  locales: string[],
  preference: string,
  dismissal: string,
) {
  const show = () => {
    const isDismissed = readLocal(dismissal) === 'dismissed'
    const offered = isDismissed
      ? undefined
      : preferredLanguage(locales, preference)
    const offers = document.querySelectorAll<HTMLElement>('.suggestion')
    for (const offer of offers)
      offer.hidden = offer.lang !== offered || !offer.querySelector('a[href]')
  }
  show()
  document.addEventListener('prerenderingchange', show)
  addEventListener('pageshow', ({ persisted }) => persisted && show())
}

function preferredLanguage(
  locales: string[],
  preference: string,
): string | undefined {
  const pattern = `(?:^|; )${preference}=([^;]*)`
  const cookie = document.cookie.match(pattern)?.[1]
  const wishes = [
    readLocal(preference),
    cookie,
    ...navigator.languages.map((tag) => closestTo(tag, locales)),
  ]
  return wishes.find((locale) => locales.includes(locale ?? '')) ?? undefined
}

function closestTo(tag: string, locales: string[]): string | undefined {
  const same = (locale: string) => locale.toLowerCase() === tag.toLowerCase()
  const related = (locale: string) => primaryOf(locale) === primaryOf(tag)
  return locales.find(same) ?? locales.find(related)
}

function primaryOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? ''
}

function readLocal(entry: string): string | null | undefined {
  try {
    return localStorage.getItem(entry)
  } catch {
    return undefined
  }
}
