import { routing } from '@/lib/i18n/routing'
import { site } from '@/lib/site'

/**
 * Imports the assistant on first use, so that a site with an upstream never
 * loads the trained classifier.
 */
export function loadAssistant() {
  return import('./answer')
}

let isWarm = false

/**
 * Loads the assistant in the background, so that the first answer is as fast as
 * later ones. Asks it any question, because the first one loads the classifier.
 * Ignores a failure, because the first visitor's question will report it.
 */
export function warmUpAssistant() {
  if (isWarm) return
  isWarm = true
  const answered = loadAssistant().then(({ answerMessage }) =>
    answerMessage(site.product, routing.defaultLocale),
  )
  answered.catch(() => {
    isWarm = false
  })
}
