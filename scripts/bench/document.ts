import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawPlot } from './plot'

export const resultsFolder = 'docs/performance'

export type Row = Record<string, string | number | null | undefined>

/** `plotted` names the columns to draw over the first one. */
export type Table = { title: string; rows: Row[]; plotted?: string[] }

type Results = { measuredAt: string; tables: Table[] }

const chapters = {
  'bench-pages': 'Pages',
  'bench-visit': 'Visits',
  'bench-proxies': 'Reverse proxies',
  'bench-api': 'The API',
  'bench-api-minutes': 'Nothing grows',
  'bench-memory': 'Memory',
  'bench-scaling': 'Scaling',
  'bench-growth-leads': 'Growth: leads',
  'bench-growth-reports': 'Growth: reports',
  'bench-growth-plans': 'Growth: query plans',
  'bench-growth-faq': 'Growth: questions',
  'bench-growth-languages': 'Growth: languages',
}

/** Writes `docs/performance.md`, and its plots, from the results that are kept. */
export function writeDocument(): void {
  const parts = Object.entries(chapters).flatMap(([name, title]) => {
    const file = join(resultsFolder, `${name}.json`)
    return existsSync(file) ? [chapter(name, title, JSON.parse(readFileSync(file, 'utf8')))] : []
  })
  writeFileSync('docs/performance.md', [introduction, ...parts].join('\n'))
}

const introduction = `# Performance

Written by the benchmarks (\`npm run bench:pages\`, \`bench:visit\`, \`bench:proxies\`, \`bench:api\`, \`bench:memory\`,
\`bench:scaling\`, \`bench:growth\`), each of which replaces its own chapter. Times are of the machine that measured
them, and of what else it did; what compares is a ratio within one table. Figures are medians of several rounds.
`

function chapter(name: string, title: string, { measuredAt, tables }: Results): string {
  const command = `npm run ${name.replace(/^(bench)-(\w+).*$/, '$1:$2')}`
  return [
    `## ${title}`,
    '',
    `\`${command}\`, ${measuredAt}.`,
    ...tables.map((table, i) => section(name, table, i)),
    '',
  ].join('\n')
}

function section(name: string, { title, rows, plotted }: Table, index: number): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) => columns.map((column) => String(row[column] ?? '').replaceAll('|', '\\|')))
  const widths = columns.map((column, i) => Math.max(column.length, 3, ...cells.map((row) => row[i]?.length ?? 0)))
  const line = (row: string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  const lines = [line(columns), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...cells.map(line)]
  return ['', `**${title}**`, '', ...lines, ...(plotted ? ['', plot(`${name}-${index}`, rows, plotted)] : [])].join(
    '\n',
  )
}

function plot(name: string, rows: Table['rows'], plotted: string[]): string {
  const [amount = ''] = Object.keys(rows[0] ?? {})
  const series = plotted.map((column) => ({ name: column, values: rows.map((row) => Number(row[column])) }))
  const description = `${plotted.join(', ')} by ${amount}, each as a multiple of its first value`
  const amounts = rows.map((row) => Number(row[amount]))
  writeFileSync(join(resultsFolder, `${name}.svg`), drawPlot(description, amounts, series))
  return `![${description}](performance/${name}.svg)\n\n_${description}; both scales are logarithmic._`
}
