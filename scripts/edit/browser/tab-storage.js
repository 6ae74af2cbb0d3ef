// What the editor keeps while the tab is open, also when the page is loaded anew. A browser may store nothing.

/** @param {string} name @param {unknown} [otherwise] */
export function recall(name, otherwise) {
  try {
    return JSON.parse(sessionStorage.getItem(`editor.${name}`)) ?? otherwise
  } catch {
    return otherwise
  }
}

/** Answers whether the browser stores it. @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    sessionStorage.setItem(`editor.${name}`, JSON.stringify(value ?? null))
    return true
  } catch {
    return false
  }
}
