// Scans an https server on this machine with Mozilla's HTTP Observatory and Google's CSP Evaluator, page by page, and
// prints what they say as JSON. Arguments: the https port, the http port, paths. Its certificate comes with
// NODE_EXTRA_CA_CERTS.
import { existsSync, writeFileSync } from 'node:fs'
import { ALL_TESTS } from '@mdn/mdn-http-observatory/src/constants.js'
import { MINIMUM_SCORE_FOR_EXTRA_CREDIT } from '@mdn/mdn-http-observatory/src/grader/charts.js'
import { getScoreModifier } from '@mdn/mdn-http-observatory/src/grader/grader.js'
import { retrieve } from '@mdn/mdn-http-observatory/src/retriever/retriever.js'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'

// The Observatory fetches browsers' list of preloaded hosts when it is installed. `localhost` is not on it.
const preloaded = new URL('node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json', import.meta.url)
if (!existsSync(preloaded)) writeFileSync(preloaded, '{}')

const [httpsPort, httpPort, ...paths] = process.argv.slice(2)
const judged = []
for (const path of paths) judged.push(await judge(path))
console.log(JSON.stringify(judged))

// The package's own `scan` knows neither ports nor paths; this is the rest of it.
async function judge(path) {
  const retrieved = await retrieve('localhost', { path, httpsPort, httpPort })
  const results = ALL_TESTS.map((test) => test(retrieved))
  const modifiers = results.map(({ result }) => getScoreModifier(result))
  const withoutCredit = 100 + sum(modifiers.filter((modifier) => modifier < 0))
  const score = withoutCredit >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? 100 + sum(modifiers) : withoutCredit
  const failed = results.filter(({ pass }) => !pass).map(({ result }) => result)
  const { status, headers } = retrieved.responses.auto
  const findings = new CspEvaluator(new CspParser(headers['content-security-policy'] ?? '').csp).evaluate()
  return { path, status, score, failed, results: results.map(({ result }) => result), findings }
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
