import { type Locale, languages, routing } from '@/lib/i18n/routing'
import { htmlPage } from '../../copy/html-page'
import type { Group, State } from './types'

const intro = `<p>Here is all that visitors see only at times: after they sent a form, when something fails, in a mail. Open it
in a language and click on a text to edit it, as on any page. All names, messages and reports in here are made up. What
you send from here reaches nobody.</p>`

/** Links to every state in each language. */
export function galleryPage(groups: Group[]): string {
  const title = 'All states of the site'
  const sections = groups.map(({ title, states }) => `<h2>${title}</h2>\n<ul>${states.map(entry).join('\n')}</ul>`)
  const head = '<script type="module" src="/_preview/preview.js"></script>'
  return htmlPage(title, head, `<h1>${title}</h1>\n${intro}\n${sections.join('\n')}`)
}

function entry({ id, name }: State): string {
  const links = routing.locales.map((locale) => link(id, name, locale))
  return `<li>${name}: ${links.join(' · ')}</li>`
}

function link(id: string, name: string, locale: Locale): string {
  const language = languages[locale].name
  return `<a href="/_edit/states/${id}?locale=${locale}" hreflang="${locale}" aria-label="${name}: ${language}">${language}</a>`
}
