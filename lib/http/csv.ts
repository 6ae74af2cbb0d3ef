/**
 * Rows as CSV (RFC 4180: CRLF, quotes doubled). What a spreadsheet would run as a formula gets an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function toCsv(rows: string[][]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

// A formula begins with one of these signs, also full-width. Not only a cell may begin with it: where lists are written
// with semicolons a spreadsheet splits there, and then at line breaks, as it finds no quote at a cell's beginning.
const formulas = /(^|[;\r\n])(?=[ \t\r]*[=+\-@＝＋－＠])|^(?=[\t\r])/g

function cell(value: string): string {
  const safe = value.replace(formulas, "$1'")
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
