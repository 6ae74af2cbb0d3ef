// `npm run bench:growth`: what grows with the data and the content; `-- leads reports` measures only these.

import type { Row } from './bench/document'
import { growthOfLanguages, growthOfQuestions } from './bench/growth-of-content'
import { growthOfLeads, growthOfReports } from './bench/growth-of-data'
import { explainListCalls } from './bench/query-plans'
import { showResults } from './bench/results'
import { fail } from './commands.mjs'

// The last two build the site several times, which takes some minutes each.
const subjects: Record<string, () => Promise<Row[]>> = {
  leads: growthOfLeads,
  reports: growthOfReports,
  plans: explainListCalls,
  faq: growthOfQuestions,
  languages: growthOfLanguages,
}

const titles: Record<string, string> = {
  leads: 'Stored leads',
  reports: 'Published reports',
  plans: 'How lists are read, at 200,000 leads and 10,000 reports',
  faq: 'Questions on the pages',
  languages: 'Languages',
}

const plotted: Record<string, string[]> = {
  leads: ['pages/s', 'leads/s', 'list (ms)', 'memory (MiB)'],
  reports: ['pages/s', 'page (kB, brotli)', 'memory (MiB)'],
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in subjects))
if (unknown.length > 0) fail(`Known are ${Object.keys(subjects).join(', ')}, not ${unknown.join(', ')}.`)

for (const [name, measure] of Object.entries(subjects)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const rows = await measure()
  showResults(`bench-growth-${name}`, [{ title: titles[name] ?? name, rows, plotted: plotted[name] }])
}
process.exit()
