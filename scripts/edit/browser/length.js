// About as long as readers see a text: arguments count as their samples, tags not at all, and of a plural the longest text.
import { findChips } from './chips.js'
import { readMessage } from './choices.js'
import { h } from './dom.js'

/** @param {string} message @param {Record<string, string>} samples @returns {number} */
export function visibleLength(message, samples) {
  const { text, choices } = readMessage(message) ?? { text: message, choices: [] }
  const chips = findChips(text, true)
  const lengthOf = (chip) => {
    const choice = choices.find((other) => other.chip === chip)
    if (choice) return Math.max(...choice.options.map((option) => visibleLength(option.text, samples)))
    const [, name] = chip.match(/^\{\s*(\w+)/) ?? []
    if (name) return [...(samples[name] ?? name)].length
    return chip === '#' ? 1 : 0
  }
  const words = chips.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text)
  return chips.reduce((sum, chip) => sum + lengthOf(chip.text), [...words].length)
}

/**
 * @param {number} length
 * @param {{ what: string, min?: number, max?: number, why: string }[]} budgets
 */
export function showLength(element, length, budgets) {
  const outside = budgets.find(({ min = 0, max = Infinity }) => length < min || length > max)
  element.classList.toggle('over', outside !== undefined)
  element.replaceChildren(
    `${length} characters`,
    ...budgets.map(({ what, min, max, why }) => {
      const limits = [min && `at least ${min}`, max && `at most ${max}`].filter(Boolean).join(' and ')
      return h('span', { class: 'small', title: why }, ` · ${what}: ${limits}`)
    }),
  )
}
