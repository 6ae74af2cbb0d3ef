// A text in one language: its fields, findings, glossary, and the last published version.
import type { Finding } from '../../copy/catalogs'
import type { TextData, TextInLanguage } from '../text'
import { button, diffOf, h, languageName, newId } from './dom'
import { createMessageField } from './field'

export type LanguageField = ReturnType<typeof createLanguage>

type Options = {
  locale: string
  data: Pick<TextData, 'tags' | 'locales'> & { glossary: Partial<Record<string, { english: string; say: string }[]>> }
  draft?: { text: string; onDisk?: string }
  what?: string
  hasLines: boolean
  oninput: () => void
  onleave?: () => void
  accept?: () => void
}

const blank: TextInLanguage = { text: '', file: '', committed: null, review: 'current', ofBrand: false }

export function hasLines(locales: Record<string, TextInLanguage>): boolean {
  return Object.values(locales).some(({ text }) => text.includes('\n'))
}

export function createLanguage({ locale, data, draft, what = 'text', hasLines: isLong, ...on }: Options) {
  const name = languageName(locale)
  const part = (className: string) => h('div', { class: className, id: newId() })
  const [head, fields, conflict, findings, diff] = ['head', 'fields', 'conflict', 'findings', 'comparison'].map(part)
  let current = data.locales[locale] ?? blank
  let onDisk = draft?.onDisk
  let field = build(draft?.text ?? current.text)

  function build(message: string) {
    const label = `${name} ${what}`
    const made = createMessageField({
      message,
      label,
      locale,
      hasLines: isLong,
      describedBy: findings?.id,
      oninput: change,
    })
    fields?.replaceChildren(made.element)
    return made
  }

  function write(text: string) {
    field = build(text)
    show()
  }

  function rewrite(text: string) {
    onDisk = undefined
    write(text)
    on.oninput()
    field.area.focus()
  }

  function change() {
    show()
    on.oninput()
  }

  function show() {
    head?.replaceChildren(...headOf(current, name, on.accept))
    diff?.replaceChildren(...comparison(current.committed, field.read(), locale, rewrite))
    conflict?.replaceChildren(...conflictNotice(onDisk, locale, rewrite))
  }

  show()
  if (on.onleave) fields?.addEventListener('focusout', on.onleave)
  const links = data.tags.map((tag) =>
    button(`<${tag}>`, () => field.insert(`<${tag}>`, `</${tag}>`), {
      'aria-label': `Link selection to ${tag}, ${name}`,
    }),
  )
  return {
    element: h(
      'section',
      { class: 'language', 'aria-label': `${name} ${what}` },
      [head, fields, conflict, findings],
      links.length > 0 && h('div', { class: 'links small' }, 'Link: ', links),
      glossaryList(data.glossary[locale] ?? []),
      diff,
    ),
    locale,
    read: () => field.read(),
    isEmpty: () => field.read().trim() === '',
    write,
    focus: () => field.area.focus(),
    showFindings: (all: Finding[]) => findings?.replaceChildren(...findingsList(all)),
    update(next: TextInLanguage, nextOnDisk: string | undefined) {
      const isTyped = field.read() !== current.text
      current = next
      onDisk = nextOnDisk
      if (isTyped || field.read() === next.text) show()
      else write(next.text)
    },
  }
}

const badges: Record<string, string> = { new: 'New', changed: 'Changed', stale: 'English has changed' }

function headOf({ review, ofBrand }: TextInLanguage, name: string, accept: (() => void) | undefined): HTMLElement[] {
  const badge = badges[review]
  return [
    h('h3', {}, name),
    ...(badge ? [h('span', { class: `badge ${review}` }, badge)] : []),
    ...(review === 'stale' && accept
      ? [button('Translation is still right', accept, { 'aria-label': `Translation is still right: ${name}` })]
      : []),
    ...(ofBrand ? [h('span', { class: 'badge' }, 'For this brand only')] : []),
  ]
}

function comparison(committed: string | null, text: string, locale: string, putBack: (text: string) => void) {
  if (committed === null || committed === text) return []
  const back = button('Restore the published text', () => putBack(committed), { class: 'link' })
  return [h('p', { class: 'small' }, 'Your change. ', back), diffOf(committed, text, locale)]
}

function conflictNotice(onDisk: string | undefined, locale: string, use: (text: string) => void) {
  if (onDisk === undefined) return []
  return [
    h('p', {}, h('strong', {}, 'Somebody else changed this text. '), 'It is now:'),
    h('p', { lang: locale, class: 'quote' }, onDisk),
    button('Use that text', () => use(onDisk)),
    h('p', { class: 'small' }, 'Or save again to keep yours.'),
  ]
}

const levels = { error: 'Error', warning: 'Warning', note: 'Note' }

function findingsList(findings: Finding[]) {
  if (findings.length === 0) return []
  const rows = findings.map(({ level, problem, fix }) => {
    const words = `${problem} ${fix.replace(/If it is still right: npm.*/, '')}`
    return h('li', { class: level }, h('strong', {}, `${levels[level]}: `), words)
  })
  return [h('ul', { class: 'findings' }, rows)]
}

function glossaryList(terms: { english: string; say: string }[]) {
  if (terms.length === 0) return undefined
  const rows = terms.flatMap(({ english, say }) => [h('dt', {}, english), h('dd', {}, say)])
  return h('dl', { class: 'glossary small' }, rows)
}
