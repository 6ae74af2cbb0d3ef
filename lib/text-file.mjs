// Plain JavaScript, because next.config.mjs and the build read brands and
// catalogs with it.
import {
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'

const byteOrderMark = '\uFEFF'

/**
 * Returns the text of a file that people edit, or undefined if there is no such
 * file. Lines end with LF and no byte order mark is left, because Windows
 * clones have CRLF, and Notepad and PowerShell write marks.
 * @param {string} file
 */
export function readText(file) {
  const isThere = existsSync(/* turbopackIgnore: true */ file)
  return isThere
    ? decodeText(readFileSync(/* turbopackIgnore: true */ file))
    : undefined
}

export function decodeText(/** @type {Buffer} */ bytes) {
  return new TextDecoder(encodingOf(bytes))
    .decode(bytes)
    .replaceAll('\r\n', '\n')
}

/**
 * Returns the encoding that the byte order mark names. Without a mark, assumes
 * UTF-8.
 */
export function encodingOf(/** @type {Buffer} */ bytes) {
  const mark = bytes.toString('hex', 0, 2)
  if (mark === 'fffe') return 'utf-16le'
  return mark === 'feff' ? 'utf-16be' : 'utf-8'
}

/**
 * Reads JSON as `readText` does. Returns null if there is no such file. Throws
 * an error that names the file.
 */
export function readJson(/** @type {string} */ file) {
  try {
    return JSON.parse(readText(file) ?? 'null')
  } catch (error) {
    throw fileError(
      `${file} cannot be read: ${/** @type {Error} */ (error).message}`,
    )
  }
}

/** Creates an error of which a command prints only the message. */
export function fileError(/** @type {string} */ sentence) {
  return Object.assign(new Error(sentence), { name: 'FileError' })
}

/**
 * Replaces a file atomically by a text with the line endings and the byte order
 * mark that the file had, so that only changed lines differ.
 * @param {string} file
 * @param {string} text
 * @param {number} [mode]
 */
export function writeText(file, text, mode) {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const mark = before.startsWith(byteOrderMark) ? byteOrderMark : ''
  const lines = before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text
  // Avoids the ending .json, so that the site never reads a half-written file
  // as a catalog.
  const unfinished = `${file}.saving`
  try {
    writeFileSync(unfinished, mark + lines, { flush: true, mode })
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}
