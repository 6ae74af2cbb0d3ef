// What has changed since the last commit.
import { ask } from './api.js'
import { openDialog } from './dialog.js'
import { diffOf } from './diff.js'
import { button, h, languageName } from './dom.js'

/** @param {{ root: ShadowRoot, open: (target: { keys: string[] }) => void }} options */
export async function openChanges({ root, open }) {
  const shown = openDialog(root, 'Changes since the last commit')
  const { ok, value, error } = await ask('changes')
  if (!ok) return shown.say(error, true)
  if (value.length === 0) return shown.say('No text has changed.')
  const go = (key) => {
    shown.close()
    open({ keys: [key] })
  }
  shown.body.append(
    h(
      'ul',
      { class: 'rows' },
      value.map((change) => changeRow(change, go)),
    ),
  )
}

function changeRow({ key, page, texts }, go) {
  const isGone = texts.every(({ after }) => after === undefined || after === null)
  const changed = texts.filter(({ before, after }) => before !== after)
  return h(
    'li',
    {},
    isGone ? h('code', {}, `${key} (deleted)`) : button(key, () => go(key), { class: 'link' }),
    h('span', { class: 'small' }, page ? ` ${page}` : ''),
    changed.map(({ locale, before, after }) =>
      h(
        'div',
        { class: 'change' },
        h('span', { class: 'small' }, languageName(locale)),
        diffOf(before ?? '', after ?? '', locale),
      ),
    ),
  )
}
