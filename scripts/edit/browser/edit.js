// `npm run edit`: every page can be edited where its texts stand.
import { ask } from './api.js'
import { openChanges } from './changes.js'
import { draftKeys, onDrafts } from './drafts.js'
import { createHost } from './host.js'
import { createOutline } from './outline.js'
import { openPageTexts } from './page-texts.js'
import { createPanel, rememberedPanel } from './panel.js'
import { createPointing } from './pointing.js'
import { openProposal } from './propose.js'
import { openQuestions } from './questions.js'
import { keepRoom } from './room.js'
import { onSaved, readVersions, step } from './save.js'
import { openSearch } from './search.js'
import { createToolbar } from './toolbar.js'
import { openTranslations } from './translations.js'
import { watchPage } from './watch-page.js'

// Before a click can open another one.
const remembered = rememberedPanel()
const { root, owns, is } = await createHost()
const outline = createOutline(root)
const panel = createPanel({ root, outline, announce: (sentence) => toolbar.say(sentence) })
const open = (target) => {
  toolbar.makeRoom()
  return panel.open(target)
}
const openKey = (key) => open({ keys: [key] })
const pointing = createPointing({ owns, is, outline, open: (from, keys) => open({ keys, from }) })
const dialogs = { root, open, done: showState }
const locales = readLocales()

const toolbar = createToolbar({
  root,
  pointing,
  actions: {
    texts: () => openPageTexts(dialogs),
    search: async () => openSearch({ ...dialogs, locales: await locales }),
    questions: async () => openQuestions({ ...dialogs, locales: await locales, open: openKey }),
    translations: async () => openTranslations({ ...dialogs, locales: await locales }),
    changes: () => openChanges(dialogs),
    propose: () => openProposal(dialogs),
    undo: () => stepAndSay('undo', 'Undone.'),
    redo: () => stepAndSay('redo', 'Done again.'),
    unsaved: () => openKey(draftKeys()[0]),
  },
})

async function stepAndSay(action, sentence) {
  const { ok, error } = await step(action)
  toolbar.say(ok ? sentence : error)
}

let problem = ''

async function showState() {
  const { ok, value, error = '' } = await ask('state')
  if (error !== problem) toolbar.say(error)
  problem = error
  if (ok) toolbar.show(value)
  return ok
}

async function readLocales() {
  const files = Object.keys((await readVersions()) ?? {})
  return files.flatMap((file) => file.match(/^messages\/(.+)\.json$/)?.[1] ?? [])
}

async function changed() {
  await panel.refresh()
  return showState()
}

function showUnsaved() {
  toolbar.showUnsaved(draftKeys().length)
}

keepRoom(panel.element, toolbar.element)
onSaved(showState)
onDrafts(showUnsaved)
showUnsaved()
watchPage({ root, changed })
await showState()
if (remembered && panel.element.hidden) await open({ ...remembered, hasFocus: false })
