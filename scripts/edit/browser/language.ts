// A text in one language: its field, its findings, and how it differs from the
// published text.
import type { CopyFinding } from '../../copy/catalogs'
import type { TextInLanguage } from '../text'
import { diffOf } from './diff'
import { button, englishNameOf, h } from './dom'
import { createMessageField } from './field'

type Options = {
  locale: string
  what?: string
  text?: string
  oninput: (text: string) => void
}

export function createLanguage({
  locale,
  what = 'text',
  text = '',
  oninput,
}: Options) {
  const name = englishNameOf(locale)
  const label = `${name} ${what}`
  const badges = h('div', { class: 'head' })
  const fields = h('div')
  const conflict = h('div')
  const findings = h('ul', { class: 'findings', id: crypto.randomUUID() })
  const comparison = h('div')
  let field = build(text)

  function build(message: string) {
    const made = createMessageField({
      message,
      label,
      locale,
      describedBy: findings.id,
      oninput: typed,
    })
    fields.replaceChildren(made.element)
    return made
  }

  function typed() {
    oninput(field.read())
  }

  function write(message: string) {
    const hadFocus = fields.matches(':focus-within')
    field = build(message)
    if (hadFocus) field.area.focus()
  }

  function rewrite(message: string) {
    write(message)
    field.area.focus()
    typed()
  }

  return {
    element: h(
      'section',
      { class: 'language', 'aria-label': label },
      h('div', { class: 'head' }, h('h3', {}, name), badges),
      [fields, conflict, findings, comparison],
    ),
    locale,
    read: () => field.read(),
    isEmpty: () => field.read().trim() === '',
    write,
    focus: () => field.area.focus(),
    showFindings: (all: CopyFinding[]) =>
      findings.replaceChildren(...all.map(findingRow)),
    /**
     * Shows how the text differs from the published text, and from text that
     * someone else has written.
     */
    show(
      { earlier, ofBrand, committed }: TextInLanguage,
      english: string,
      onDisk: string | undefined,
      accept: () => void,
    ) {
      const about = `Translation is still right: ${name}`
      badges.replaceChildren(
        ...(earlier !== null
          ? [
              h('span', { class: 'badge stale' }, 'English has changed'),
              button('Translation is still right', accept, {
                'aria-label': about,
              }),
            ]
          : []),
        ...(ofBrand
          ? [h('span', { class: 'badge' }, 'For this brand only')]
          : []),
      )
      comparison.replaceChildren(
        earlier === null ? '' : diffOf(earlier, english, 'en'),
        ...compare(committed, field.read(), locale, rewrite),
      )
      conflict.replaceChildren(...conflictNotice(onDisk, locale, rewrite))
    },
  }
}

function compare(
  committed: string | null,
  text: string,
  locale: string,
  putBack: (text: string) => void,
) {
  if (committed === null || committed === text) return []
  const back = button('Restore the published text', () => putBack(committed), {
    class: 'link',
  })
  return [
    h('p', { class: 'small' }, 'Your change. ', back),
    diffOf(committed, text, locale),
  ]
}

function conflictNotice(
  onDisk: string | undefined,
  locale: string,
  use: (text: string) => void,
) {
  if (onDisk === undefined) return []
  const notice = [
    h(
      'p',
      {},
      h('strong', {}, 'Someone else changed this text. '),
      'It is now:',
    ),
    h('p', { lang: locale, class: 'quote' }, onDisk),
    button('Use that text', () => use(onDisk)),
    h('p', { class: 'small' }, 'Or save again to keep yours.'),
  ]
  return [h('div', { class: 'notice' }, notice)]
}

const levels = { error: 'Error', warning: 'Warning', note: 'Note' }

function findingRow({ rule, level, problem, fix }: CopyFinding) {
  // Leaves out how English has changed, because the panel shows that itself,
  // and commands and files, which are for people who edit the files.
  const reason =
    rule === 'stale' ? problem.replace(/, from “.*/s, '.') : problem
  const advice = fix.replace(
    /(If|Run|To correct) .*(npm run|scripts\/copy).*/,
    '',
  )
  return h(
    'li',
    { class: level },
    h('p', {}, h('strong', {}, `${levels[level]}: `), reason),
    h('p', {}, advice),
  )
}
