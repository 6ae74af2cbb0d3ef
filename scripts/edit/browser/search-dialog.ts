// The dialog “Search and replace”.
import { englishNameOf } from '../../copy/language-name'
import type { Match } from '../search'
import { diffOf } from './diff'
import {
  callEditor,
  counted,
  createButton,
  createElement,
  createLabel,
  createSelect,
  createSmallText,
} from './dom'
import { sendStep } from './drafts'
import {
  type LinkTo,
  type ListRow,
  listElement,
  type Options,
  openList,
} from './list-dialog'

type Found = Match & { box: HTMLInputElement }

export function openSearch(options: Options) {
  const { body, say, showActions, linkTo } = openList(
    options,
    'Search and replace',
  )
  const { fields, find } = createFields(options.state)
  const replaceButton = createButton('Replace', replaceChosen, {
    class: 'primary',
    hidden: true,
  })
  const results = createElement('div')
  let found: Found[] = []
  const form = createElement(
    'form',
    { class: 'fields', onsubmit: submit },
    fields,
  )
  body.append(form, results)
  showActions(replaceButton)
  find.focus()

  async function submit(event: Event) {
    event.preventDefault()
    const response = await callEditor<Match[]>(
      'search',
      Object.fromEntries(new FormData(form)),
    )
    if (!response.ok) return say(response.error, 'problem')
    found = response.value.map((match) => {
      return {
        ...match,
        box: createElement('input', {
          type: 'checkbox',
          checked: true,
          onchange: count,
        }),
      }
    })
    results.replaceChildren(
      listElement(found.map((row) => resultRow(row, linkTo))),
    )
    count()
  }

  function chosen() {
    return found.filter((row) => isChanged(row) && row.box.checked)
  }

  function count() {
    replaceButton.hidden = !found.some(isChanged)
    replaceButton.disabled = chosen().length === 0
    replaceButton.textContent = `Replace in ${counted(chosen().length, 'text')}`
    say(
      found.length === 0
        ? 'Nothing found.'
        : `Found ${counted(found.length, 'text')}.`,
    )
  }

  async function replaceChosen() {
    replaceButton.disabled = true
    const brand = options.state.brand !== null && { brand: true }
    const changes = chosen().map((row) => ({ ...changeOf(row), ...brand }))
    const response = await sendStep('save', changes)
    replaceButton.disabled = false
    if (!response.ok)
      return say(`Nothing was replaced. ${response.error}`, 'problem')
    options.done()
    found = []
    results.replaceChildren()
    count()
    say(`Replaced in ${counted(changes.length, 'text')}. “Undo” reverts it.`)
  }
}

function createFields({ locales, places }: Options['state']) {
  const languages = locales.map((code): [string, string] => [
    code,
    englishNameOf(code),
  ])
  const named = places.map(({ place, name }): [string, string] => [place, name])
  const find = createElement('input', {
    name: 'find',
    type: 'search',
    autocomplete: 'off',
  })
  const hint =
    'Type words as the page shows them, or leave this empty to list all texts in a place, such as a page or the e-mails.'
  const replace = createElement('input', {
    name: 'replace',
    autocomplete: 'off',
  })
  const fields = [
    createLabel('Find', find, hint),
    createLabel('Replace with', replace, 'Leave it empty to search only.'),
    createLabel(
      'Language',
      createSelect('locale', [['', 'All languages'], ...languages]),
    ),
    createLabel('Place', createSelect('place', [['', 'Everywhere'], ...named])),
    createElement('button', {}, 'Search'),
  ]
  return { fields, find }
}

function isChanged({ before, after }: Match): boolean {
  return after !== before
}

function changeOf({ key, locale, before, after }: Found) {
  return { type: 'set' as const, key, locale, text: after, base: before }
}

function resultRow(result: Found, linkTo: LinkTo): ListRow {
  const { key, title, place, locale, before, after, isCapitalized, box } =
    result
  const name = `${title} · ${englishNameOf(locale)}`
  const label = createElement(
    'span',
    { class: 'visually-hidden' },
    `Replace in ${name}`,
  )
  const words = [
    linkTo(key, name),
    createSmallText(` ${place}`),
    isChanged(result)
      ? diffOf(before, after, locale)
      : createElement('p', { class: 'words', lang: locale }, before),
    isCapitalized &&
      createElement(
        'p',
        {},
        createElement('strong', {}, 'Warning: '),
        'A capital letter replaces a lowercase one.',
      ),
  ]
  return [
    isChanged(result) && createElement('label', {}, box, label),
    createElement('div', {}, words),
  ]
}
