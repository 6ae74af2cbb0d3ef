// Files for translators: what is to be translated, and what they send back.
import { ask } from './api.js'
import { labelled, openDialog, select } from './dialog.js'
import { diffOf } from './diff.js'
import { button, counted, h, languageName } from './dom.js'
import { findingsList } from './notes.js'
import { readVersions, save } from './save.js'

/** @param {{ root: ShadowRoot, locales: string[] }} options */
export function openTranslations({ root, locales }) {
  const preview = h('ul', { class: 'rows' })
  const file = h('input', { type: 'file', accept: '.xlf,.xliff,.csv', onchange: read })
  const shown = openDialog(
    root,
    'Translations',
    h('h3', {}, 'Send to a translator'),
    exportForm(locales),
    h('h3', {}, 'Bring back what was translated'),
    labelled('File', file, 'XLIFF or CSV. You see what it changes before anything is saved.'),
    preview,
  )

  async function read() {
    const [chosen] = file.files
    if (!chosen) return
    const versions = await readVersions()
    const { ok, value, error } = await ask('import', { name: chosen.name, content: await chosen.text() })
    preview.replaceChildren()
    shown.showActions()
    if (!ok) return shown.say(error, true)
    const { changes, skipped, findings } = value
    shown.say(`The file changes ${counted(changes.length, 'text')}.`)
    const take = async () => {
      takeButton.disabled = true
      const answer = await save(changes, versions)
      takeButton.disabled = false
      if (!answer.ok) return shown.say(`Nothing was taken over. ${answer.error}`, true)
      preview.replaceChildren()
      shown.showActions()
      shown.say(`${counted(changes.length, 'text')} taken over. “Undo” takes it back.`)
    }
    const takeButton = button(`Take over ${counted(changes.length, 'text')}`, take, { class: 'primary' })
    takeButton.disabled = changes.length === 0
    shown.showActions(takeButton)
    preview.append(...changes.map((change) => importRow(change, findings)), ...skipped.map(skippedRow))
  }
}

function importRow({ key, locale, text, before }, findings) {
  const own = findings.filter((finding) => finding.key === key && finding.locale === locale)
  return h(
    'li',
    {},
    h('code', {}, key),
    h('span', { class: 'small' }, ` ${languageName(locale)}`),
    before === undefined ? h('p', { lang: locale }, text) : diffOf(before, text, locale),
    findingsList(own),
  )
}

function skippedRow({ key, why }) {
  return h('li', { class: 'skipped' }, h('code', {}, key), h('p', {}, `Left out: ${why}`))
}

function exportForm(locales) {
  const translations = locales.filter((locale) => locale !== 'en').map((locale) => [locale, languageName(locale)])
  return h(
    'form',
    { action: '/_edit/export', method: 'get', class: 'fields' },
    labelled('Language', select('locale', translations)),
    labelled(
      'Texts',
      select('which', [
        ['open', 'Missing or out of date'],
        ['all', 'All'],
      ]),
    ),
    labelled(
      'Format',
      select('format', [
        ['xliff', 'XLIFF 2, for translation programs'],
        ['csv', 'CSV, for spreadsheets'],
      ]),
    ),
    h('button', {}, 'Download'),
  )
}
