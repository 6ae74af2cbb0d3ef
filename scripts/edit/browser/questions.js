// Questions that the assistant had no answer to, the most frequent first.
import { ask } from './api.js'
import { openDialog } from './dialog.js'
import { button, counted, h, languageName } from './dom.js'
import { openEntryForm } from './entry-form.js'

/** @param {{ root: ShadowRoot, locales: string[], open: (key: string) => void }} options */
export async function openQuestions({ root, locales, open }) {
  const shown = openDialog(root, 'Questions without an answer')
  const { ok, value, error } = await ask('unanswered')
  if (!ok) return shown.say(error, true)
  if (value.length === 0) return shown.say('The assistant had an answer to every question.')
  const write = ({ list, name, names, fields, texts }) => {
    shown.close()
    openEntryForm({ root, list, name, names, fields, texts, locales, after: names.at(-1) ?? null, open })
  }
  shown.body.append(
    h(
      'ul',
      { class: 'rows' },
      value.map((group) => groupRow(group, write)),
    ),
  )
}

function groupRow({ locale, questions, count, suggestion }, write) {
  const [{ text }] = questions
  return h(
    'li',
    {},
    h(
      'p',
      {},
      h('strong', { lang: locale }, text),
      h('span', { class: 'small' }, ` ${languageName(locale)} · asked ${counted(count, 'time')}`),
    ),
    questions.length > 1 &&
      h(
        'ul',
        { class: 'small', lang: locale },
        questions.slice(1).map((question) => h('li', {}, question.text)),
      ),
    button('Write an answer', () => write(suggestion), { 'aria-label': `Write an answer: ${text}` }),
  )
}
