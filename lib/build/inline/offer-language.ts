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
  const wished = () => [
    chosenLanguage(preference),
    ...browserLanguages(locales),
  ]
  const firstKnown = (languages: (string | null | undefined)[]) =>
    languages.find((language) => locales.includes(language ?? ''))
  const show = () => {
    const isDismissed = readLocal(dismissal) === 'dismissed'
    const offered = isDismissed
      ? undefined
      : firstKnown([readLocal(preference), ...wished()])
    for (const offer of offersOnPage())
      offer.hidden = offer.lang !== offered || !offer.querySelector('a[href]')
  }
  // Reads the storage before the first paint only if an offer is likely,
  // because an offer that appears later would move the page, but opening the
  // storage can take a phone 0.2 s.
  const likely = firstKnown(wished())
  if (offersOnPage().some(({ lang }) => lang === likely)) show()
  else addEventListener('load', show)
  document.addEventListener('prerenderingchange', show)
  addEventListener('pageshow', ({ persisted }) => persisted && show())
}

function offersOnPage(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.suggestion')]
}

function chosenLanguage(preference: string): string | undefined {
  return document.cookie.match(`(?:^|; )${preference}=([^;]*)`)?.[1]
}

function browserLanguages(locales: string[]): (string | undefined)[] {
  return navigator.languages.map((tag) => closestTo(tag, locales))
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
