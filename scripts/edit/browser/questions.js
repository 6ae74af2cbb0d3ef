// Questions that the assistant had no answer to, the most frequent first.
import { ask } from './api.js'
import { labelled, openDialog } from './dialog.js'
import { button, counted, h, languageName } from './dom.js'
import { openEntryForm } from './entry-form.js'

/** @param {{ root: ShadowRoot, locales: string[], open: (key: string) => void }} options */
export async function openQuestions({ root, locales, open }) {
  const shown = openDialog(root, 'Questions without an answer')
  const list = h('div', {})
  let asked = 0
  shown.body.append(list, importField(load))
  await load()

  // Reading the database takes its time: a file may be chosen meanwhile, and then counts.
  async function load(questions) {
    const number = ++asked
    const answer = await ask('unanswered', questions)
    if (number === asked) show(answer)
  }

  function show({ ok, value, error }) {
    if (!ok) return shown.say(error, true)
    shown.say(value.length === 0 ? 'The assistant had an answer to every question.' : '')
    const rows = value.map((group) => groupRow(group, write))
    list.replaceChildren(h('ul', { class: 'rows' }, rows))
  }

  function write({ list, name, names, fields, texts }) {
    shown.close()
    openEntryForm({ root, list, name, names, fields, texts, locales, after: names.at(-1) ?? null, open })
  }

  function importField(read) {
    const field = h('input', { type: 'file', accept: '.json,application/json', onchange: choose })
    return labelled(
      'Questions of the live site',
      field,
      'Ask whoever runs the server for the file that “npm run chatbot -- unanswered --json” prints there.',
    )

    async function choose() {
      const [file] = field.files
      try {
        if (file) await read(JSON.parse(await file.text()))
      } catch {
        shown.say('This file has no questions. Choose the file that the server printed.', true)
      }
    }
  }
}

function groupRow({ locale, questions, count, last, suggestion, fact }, write) {
  const [{ text }] = questions
  return h(
    'li',
    {},
    h(
      'p',
      {},
      h('strong', { lang: locale }, text),
      h('span', { class: 'small' }, ` ${languageName(locale)} · asked ${counted(count, 'time')} · last on ${last}`),
    ),
    questions.length > 1 &&
      h(
        'ul',
        { class: 'small', lang: locale },
        questions.slice(1).map((question) => h('li', {}, question.text)),
      ),
    button('Write an answer', () => write(suggestion), { 'aria-label': `Write an answer: ${text}` }),
    fact &&
      button('Answer in the assistant only', () => write(fact), {
        'aria-label': `Answer in the assistant only: ${text}`,
      }),
  )
}
