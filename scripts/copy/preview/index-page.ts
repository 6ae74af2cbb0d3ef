import { escapeHtml } from '@/lib/escape-html'
import { type Locale, languages, routing } from '@/lib/i18n/routing'
import type { ChangedText } from '../diff'
import { htmlPage } from '../html-page'
import { nameOfPlace } from '../place-names'
import type { PageChanges } from './places'
import { type Picture, type Shots, type Side, widths } from './shoot'

type Preview = {
  base: string
  changes: ChangedText[]
  pages: PageChanges[]
  shots: Shots[]
  elsewhere: ChangedText[]
}

/** The page that shows before and after side by side, without a server or a script. */
export function previewPage({ base, changes, pages, shots, elsewhere }: Preview): string {
  const title = 'Preview of changed texts'
  const sections = pages.map((page) => pageSection(page, changes, shots))
  const others =
    elsewhere.length > 0 ? `<section><h2>On no page</h2>${textTable('On no page', elsewhere)}</section>` : ''
  const body = `<h1>${title}</h1>
<p>${changes.length} ${changes.length === 1 ? 'text' : 'texts'} changed since <code>${escapeHtml(base.slice(0, 12))}</code>.
Changed texts are in frames. A picture leads to the whole page.</p>
${sections.join('\n')}${others}`
  return htmlPage(title, `<style>${style}</style>`, body)
}

function pageSection({ path, keys }: PageChanges, changes: ChangedText[], shots: Shots[]): string {
  const own = shots.filter((shot) => shot.path === path)
  const found = new Set(own.flatMap((shot) => shot.found))
  const unseen = keys.filter((key) => !found.has(key)).map((key) => `<code>${escapeHtml(key)}</code>`)
  const note = unseen.length > 0 ? `<p>Shown only at times, and not in these pictures: ${unseen.join(', ')}</p>` : ''
  const inLanguages = routing.locales.map((locale) => languageSection(locale, own))
  const name = nameOfPlace(path)
  const texts = textTable(
    name,
    changes.filter(({ key }) => keys.includes(key)),
  )
  return `<section><h2>${escapeHtml(name)} <code>${escapeHtml(path)}</code></h2>${texts}${note}${inLanguages.join('\n')}</section>`
}

function languageSection(locale: Locale, shots: Shots[]): string {
  const sideOf = (side: Side) => shots.find((shot) => shot.locale === locale && shot.side === side)
  const [before, after] = [sideOf('before'), sideOf('after')]
  const isUnchanged = before === undefined
  const rows = widths.map((width) => {
    const cells = [before, after].flatMap((shot) => (shot ? [figure(shot, width, isUnchanged)] : []))
    return `<div class="pair w${width}">${cells.join('')}</div>`
  })
  return `<h3 lang="${locale}">${languages[locale].name}</h3>${rows.join('\n')}`
}

function figure({ path, locale, side, page, pictures }: Shots, width: number, isUnchanged: boolean): string {
  const name = isUnchanged ? 'No text changed' : { before: 'Before', after: 'After' }[side]
  const picture = pictures.find((each) => each.width === width)
  if (!picture)
    return `<figure><figcaption>${name}: the site cannot show this page with these texts.</figcaption></figure>`
  const hidden = !isUnchanged && picture.part === undefined ? ': hidden at this width' : ''
  const alt = escapeHtml(
    `${nameOfPlace(path)} in ${languages[locale].name}, ${width} pixels wide: ${name.toLowerCase()}`,
  )
  return `<figure><figcaption>${name}, ${width} px${hidden} (<a href="${page}">as a page</a>)</figcaption>${image(picture, alt)}</figure>`
}

function image({ whole, part }: Picture, alt: string): string {
  return `<a href="${whole}"><img src="${part ?? whole}" alt="${alt}" loading="lazy"></a>`
}

function textTable(place: string, changes: ChangedText[]): string {
  const heads = routing.locales.map((locale) => `<th scope="col">${languages[locale].name}</th>`)
  const rows = changes.map(({ key, texts }) => {
    const cells = texts.map(({ locale, before, after }) => `<td lang="${locale}">${difference(before, after)}</td>`)
    return `<tr><th scope="row"><code>${escapeHtml(key)}</code></th>${cells.join('')}</tr>`
  })
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(`Changed texts: ${place}`)}"><table><thead><tr><th scope="col">Text</th>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function difference(before: string | undefined, after: string | undefined): string {
  if (before === after) return escapeHtml(after ?? '')
  const old = before === undefined ? '' : `<del>${escapeHtml(before)}</del>`
  return `${old}${after === undefined ? '' : `<ins>${escapeHtml(after)}</ins>`}`
}

const style = `
main{max-width:none}
.scroll{overflow-x:auto}
table{border-collapse:collapse;min-width:40rem}
th,td{border:1px solid var(--line);padding:.4rem .6rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}
del,ins{display:block}
del{color:var(--error)}
ins{font-weight:bold;text-decoration:none}
.pair{display:grid;gap:1rem;grid-template-columns:repeat(2,minmax(0,1fr));align-items:start;margin:.5rem 0 1rem}
.w390{max-width:50rem}
@media (max-width:40rem){.pair{grid-template-columns:1fr}}
figure{margin:0}
img{display:block;width:100%;height:auto;max-height:60rem;object-fit:cover;object-position:top;border:1px solid var(--line)}
`
