// What the panel says beside a text.
import { diffOf } from './diff.js'
import { button, h } from './dom.js'

const badges = { new: 'New', changed: 'Changed', stale: 'English has changed' }

/** The language, and how its text stands to the English one. */
export function headOf({ review, ofBrand, file }, name, accept) {
  const badge = badges[review]
  return [
    h('h3', {}, name),
    ...(badge ? [h('span', { class: `badge ${review}` }, badge)] : []),
    ...(review === 'stale' ? [button('Still fits', accept, { 'aria-label': `Still fits: ${name}` })] : []),
    ...(ofBrand ? [h('span', { class: 'badge' }, `This brand only: ${file}`)] : []),
  ]
}

/** What changed since the last commit, and a way back. */
export function comparison(committed, text, locale, putBack) {
  if (committed === null || committed === text) return undefined
  return [
    h(
      'p',
      { class: 'small' },
      'Since the last commit: ',
      button('Put back', () => putBack(committed), { class: 'link' }),
    ),
    diffOf(committed, text, locale),
  ]
}

/** What somebody else wrote meanwhile. */
export function conflictNotice(onDisk, locale, use) {
  if (onDisk === undefined) return undefined
  return [
    h('p', {}, h('strong', {}, 'This text was changed elsewhere meanwhile. '), 'Now it is:'),
    h('p', { lang: locale, class: 'quote' }, onDisk),
    button('Use that text', () => use(onDisk)),
    h('p', { class: 'small' }, 'Or save again to keep yours.'),
  ]
}

const levels = { error: 'To fix', warning: 'To look at', note: 'To know' }

/** What the check says. @param {{ level: string, problem: string, fix: string }[]} findings */
export function findingsList(findings) {
  if (findings.length === 0) return undefined
  const rows = findings.map(({ level, problem, fix }) =>
    h('li', { class: level }, h('strong', {}, `${levels[level]}: `), `${problem} ${fix}`),
  )
  return h('ul', { class: 'findings' }, rows)
}

/** How the English terms of a text are translated. */
export function glossaryList(terms) {
  if (terms.length === 0) return undefined
  const rows = terms.flatMap(({ english, say }) => [h('dt', {}, english), h('dd', {}, say)])
  return h('dl', { class: 'glossary small' }, rows)
}

/** Where a text shows. */
export function placesOf(places) {
  if (places.length === 0) return h('p', { class: 'small' }, 'No page of the site shows this text.')
  const links = places.map(({ name, paths }) => {
    const path = paths?.[document.documentElement.lang]
    return path ? h('a', { href: path }, path) : name
  })
  return h(
    'p',
    { class: 'small' },
    'Shown on: ',
    links.flatMap((link, at) => (at > 0 ? [', ', link] : [link])),
  )
}
