import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import type { PageState } from './types'

/** The parameter of a page's address that names the state to be shown. */
export const stateParameter = 'editor-state'

/** The address of the page that is to be brought into a state. */
export function addressOf({ id, path }: PageState, locale: Locale): string {
  const [pathname = '', query] = path.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set(stateParameter, id)
  return `${localizedPath(locale, pathname)}?${parameters}`
}
