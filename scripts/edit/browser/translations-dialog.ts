// The dialog “Translations”.
import type { OpenTranslation } from '../text'
import { ask, counted, diffOf, englishNameOf, h, small } from './dom'
import { listOf, type Options, openList } from './list-dialog'

/**
 * Lists texts that are not translated yet, or whose English text has changed
 * since they were translated.
 */
export async function openTranslations(options: Options) {
  const { body, say, linkTo } = openList(options, 'Translations')
  const answer = await ask<OpenTranslation[]>('translations')
  if (!answer.ok) return say(answer.error, true)
  if (answer.value.length === 0)
    return say('All translations are complete and up to date.')
  say(`${counted(answer.value.length, 'translation')} to write or check.`)
  const rows = answer.value.map((open) => {
    const { key, title, locale, english, earlier, why } = open
    const words = earlier
      ? diffOf(earlier, english, 'en')
      : h('p', { class: 'words', lang: 'en' }, english)
    return [
      linkTo(key, `${title} · ${englishNameOf(locale)}`),
      small(` ${why}`),
      words,
    ]
  })
  body.append(listOf(rows))
}
