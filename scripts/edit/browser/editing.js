// One text that is being edited: its languages, what the check says of them, and what is typed.
import { ask } from './api.js'
import { counted, h, languageName } from './dom.js'
import { draftChanges, draftOf, setDraft } from './drafts.js'
import { createLanguage } from './language.js'

const checkAfterMs = 350

/** Whether a text may have more than one line. */
export function hasLines(data) {
  return Object.values(data?.locales ?? {}).some(({ text }) => text.includes('\n'))
}

export function readText(key) {
  return ask(`text?key=${encodeURIComponent(key)}`)
}

/**
 * @param {{ data: object, accept: (locale: string) => void, say: (sentence: string) => void }} options `data` is the answer to
 *   `GET /_edit/text`
 */
export function createEditing({ data, accept, say }) {
  const { key } = data
  const isLong = hasLines(data)
  const languages = Object.keys(data.locales).map((locale) =>
    createLanguage({
      locale,
      data,
      draft: draftOf(key, locale),
      isLong,
      oninput: () => type(locale),
      onleave: () => correct(locale),
      accept: () => accept(locale),
      say,
    }),
  )
  const of = (locale) => languages.find((language) => language.locale === locale)
  let timer
  let checks = 0

  function type(locale) {
    setDraft(key, locale, of(locale).read(), data.locales[locale].text, data.versions)
    clearTimeout(timer)
    timer = setTimeout(check, checkAfterMs)
  }

  async function check() {
    clearTimeout(timer)
    const changes = draftChanges().filter((change) => change.key === key)
    const number = ++checks
    const { ok, value } = await ask('check', { changes, versions: data.versions })
    if (!ok) return []
    if (number === checks) report(value.findings)
    // What was typed meanwhile stays.
    const isAsSent = ({ locale }) => changes.some((sent) => sent.locale === locale && sent.text === of(locale)?.read())
    return value.corrected.filter((change) => change.key === key && isAsSent(change))
  }

  function report(findings) {
    showFindings(findings)
    const errors = findings.filter(({ level }) => level === 'error').length
    say(errors > 0 ? `${counted(errors, 'thing')} to fix.` : 'Nothing to fix.')
  }

  /** Sets the spaces and marks that a language wants, once its fields are left. */
  async function correct(...locales) {
    const isTyped = draftChanges().some((change) => change.key === key)
    const corrected = isTyped ? await check() : []
    for (const { locale, text } of corrected.filter((change) => locales.includes(change.locale))) {
      of(locale).write(text)
      setDraft(key, locale, text, data.locales[locale].text, data.versions)
      say(`Spaces and marks are now as ${languageName(locale)} has them.`)
    }
  }

  function showFindings(findings) {
    for (const { locale, showFindings } of languages) {
      showFindings(findings.filter((finding) => finding.locale === locale))
    }
  }

  showFindings(Object.values(data.findings).flat())
  return {
    key,
    data,
    element: h(
      'div',
      { class: 'languages' },
      languages.map(({ element }) => element),
    ),
    focus: () => (of(document.documentElement.lang) ?? languages[0])?.focus(),
    correctAll: () => correct(...languages.map(({ locale }) => locale)),
    showFindings,
    /** Takes over what is saved now; what was typed since then stays. */
    update(next) {
      Object.assign(data, next)
      for (const { locale, update } of languages) update(next.locales[locale], draftOf(key, locale)?.onDisk)
      showFindings(Object.values(next.findings).flat())
    },
    end: () => clearTimeout(timer),
  }
}
