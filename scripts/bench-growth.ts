// `npm run bench:growth`: what grows with the data and the content; `-- leads reports` measures only these.
import { growthOfLanguages, growthOfQuestions } from './bench/growth-of-content'
import { growthOfLeads, growthOfReports } from './bench/growth-of-data'
import { explainListCalls } from './bench/query-plans'
import { writeResults } from './bench/results'
import { fail } from './commands.mjs'

// The last two build the site several times, which takes some minutes each.
const subjects: Record<string, () => Promise<object[]>> = {
  leads: growthOfLeads,
  reports: growthOfReports,
  plans: explainListCalls,
  faq: growthOfQuestions,
  languages: growthOfLanguages,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in subjects))
if (unknown.length > 0) fail(`Known are ${Object.keys(subjects).join(', ')}, not ${unknown.join(', ')}.`)

for (const [name, measure] of Object.entries(subjects)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const rows = await measure()
  console.log(name)
  console.table(rows)
  writeResults(`bench-growth-${name}`, rows)
}
process.exit()
