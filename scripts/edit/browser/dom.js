/**
 * Makes an element: `h('button', { type: 'button', onclick: save }, 'Save')`.
 * @param {string} name
 * @param {Record<string, unknown>} [properties] attributes, and listeners by `on…`
 * @param {...(Node | string | undefined | false | (Node | string | undefined | false)[])} children
 */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(key.slice('on'.length), value)
    else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : `${value}`)
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== false))
  return element
}

/** @param {string | Node[]} content @param {() => void} onclick @param {Record<string, unknown>} [properties] */
export function button(content, onclick, properties) {
  return h('button', { type: 'button', onclick, ...properties }, content)
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

/** @param {string} locale */
export function languageName(locale) {
  return languageNames.of(locale) ?? locale
}

/** @param {number} count @param {string} one @param {string} [other] */
export function counted(count, one, other = `${one}s`) {
  return `${count} ${count === 1 ? one : other}`
}

let ids = 0

export function newId() {
  ids += 1
  return `edit-${ids}`
}
