// Files for translators: what is to be translated, and what they send back.
import { ask } from './api.js'
import { labelled, openDialog, select } from './dialog.js'
import { diffOf } from './diff.js'
import { button, counted, h, languageName } from './dom.js'
import { findingsList } from './notes.js'
import { readVersions, saveChanges } from './save.js'

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
    const { changes, texts, skipped, same, empty, locale, findings } = value
    const rest = `${same} are there already, ${empty} are not translated, ${skipped.length} are left out.`
    shown.say(`The file changes ${counted(changes.length, 'text')}. ${rest}`)
    preview.append(...texts.map((text) => importRow(text, locale, findings)), ...skipped.map(skippedRow))
    if (changes.length > 0) shown.showActions(takeButton(changes, versions))
  }

  function takeButton(changes, versions) {
    const texts = counted(changes.length, 'text')
    return button(`Take over ${texts}`, take, { class: 'primary' })

    async function take({ target }) {
      target.disabled = true
      const { ok, error } = await saveChanges(changes, versions)
      target.disabled = false
      if (!ok) return shown.say(`Nothing was taken over. ${error}`, true)
      preview.replaceChildren()
      shown.showActions()
      shown.say(`${texts} taken over. “Undo” takes it back.`)
    }
  }
}

function importRow({ key, before, after }, locale, findings) {
  const own = findings.filter((finding) => finding.key === key)
  return h('li', {}, h('code', {}, key), diffOf(before, after, locale), findingsList(own))
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
