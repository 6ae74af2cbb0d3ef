/** CSV (RFC 4180); formulas get an apostrophe in front (https://owasp.org/www-community/attacks/CSV_Injection). */
export function toCsv(rows: string[][]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

// Where lists are written with semicolons, a spreadsheet splits there and at line breaks: formulas may begin there too.
const formulas = /(^|[;\r\n])(?=[ \t\r]*[=+\-@＝＋－＠])|^(?=[\t\r])/g

function cell(value: string): string {
  const safe = value.replace(formulas, "$1'")
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
