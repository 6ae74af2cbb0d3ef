// `npm run doctor`: what is wrong with this installation, and what to do about it. Exit code 1 where something is.
import { examine } from './doctor/examine'
import { linesOf } from './doctor/finding'

const findings = await examine()
const count = (state: string) => findings.filter((finding) => finding.state === state).length
for (const finding of findings) console.log(linesOf(finding))
console.log(`\nErrors: ${count('error')}. Warnings: ${count('warning')}.`)
process.exitCode = count('error') > 0 ? 1 : 0
