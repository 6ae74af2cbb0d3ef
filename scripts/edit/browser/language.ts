// A text in one language: its field, its findings, and how it differs from the
// published text.

import type { CopyFinding } from '../../copy/catalogs'
import { englishNameOf } from '../../copy/language-name'
import type { TextInLanguage } from '../text'
import type { Facts } from './choices'
import { diffOf } from './diff'
import { createButton, createElement } from './dom'
import { createMessageField } from './field'

type Options = {
  locale: string
  what?: string
  text?: string
  /** The English text, if this is a translation. */
  english?: string
  /** The brand's facts in this language. */
  facts?: Facts
  oninput: (text: string) => void
}

type Others = {
  english: string
  /** The text that someone else has written in the meantime. */
  onDisk: string | undefined
  /** Confirms the translation after English has changed. */
  accept: () => void
}

export function createLanguageSection({
  locale,
  what = 'text',
  text = '',
  oninput,
  ...source
}: Options) {
  const name = englishNameOf(locale)
  const label = `${name} ${what}`
  const badges = createElement('div', { class: 'head' })
  const fields = createElement('div')
  const conflict = createElement('div')
  const findings = createElement('ul', {
    class: 'findings',
    id: crypto.randomUUID(),
  })
  const comparison = createElement('div')
  let field = createField(text)

  function createField(message: string) {
    const created = createMessageField({
      ...source,
      message,
      label,
      locale,
      describedBy: findings.id,
      oninput: reportInput,
    })
    fields.replaceChildren(created.element)
    return created
  }

  function reportInput() {
    oninput(field.read())
  }

  function write(message: string) {
    const hadFocus = fields.matches(':focus-within')
    field = createField(message)
    if (hadFocus) field.area.focus()
  }

  function rewrite(message: string) {
    write(message)
    field.area.focus()
    reportInput()
  }

  return {
    element: createElement(
      'section',
      { class: 'language', 'aria-label': label },
      createElement(
        'div',
        { class: 'head' },
        createElement('h3', {}, name),
        badges,
      ),
      [fields, conflict, findings, comparison],
    ),
    locale,
    label,
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
      { english, onDisk, accept }: Others,
    ) {
      const about = `Translation is still right: ${name}`
      badges.replaceChildren(
        ...(earlier !== null
          ? [
              createElement(
                'span',
                { class: 'badge stale' },
                'English has changed',
              ),
              createButton('Translation is still right', accept, {
                'aria-label': about,
              }),
            ]
          : []),
        ...(ofBrand
          ? [createElement('span', { class: 'badge' }, 'For this brand only')]
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
  const back = createButton(
    'Restore the published text',
    () => putBack(committed),
    {
      class: 'link',
    },
  )
  return [
    createElement('p', { class: 'small' }, 'Your change. ', back),
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
    createElement(
      'p',
      {},
      createElement('strong', {}, 'Someone else changed this text. '),
      'It is now:',
    ),
    createElement('p', { lang: locale, class: 'quote' }, onDisk),
    createButton('Use that text', () => use(onDisk)),
    createElement('p', { class: 'small' }, 'Or save again to keep yours.'),
  ]
  return [createElement('div', { class: 'notice' }, notice)]
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
  return createElement(
    'li',
    { class: level },
    createElement(
      'p',
      {},
      createElement('strong', {}, `${levels[level]}: `),
      reason,
    ),
    createElement('p', {}, advice),
  )
}
