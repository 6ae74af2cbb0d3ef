// Runs Mozilla's HTTP Observatory and Google's CSP Evaluator on a local https server and prints their results as JSON.
// Arguments: https port, http port, paths. NODE_EXTRA_CA_CERTS names its certificate.
import { existsSync, writeFileSync } from 'node:fs'
import { ALL_TESTS } from '@mdn/mdn-http-observatory/src/constants.js'
import { MINIMUM_SCORE_FOR_EXTRA_CREDIT } from '@mdn/mdn-http-observatory/src/grader/charts.js'
import { getScoreModifier } from '@mdn/mdn-http-observatory/src/grader/grader.js'
import { retrieve } from '@mdn/mdn-http-observatory/src/retriever/retriever.js'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'

// The Observatory's install script would fetch the preload list. `localhost` is not on it.
const preloaded = new URL('node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json', import.meta.url)
if (!existsSync(preloaded)) writeFileSync(preloaded, '{}')

const [httpsPort, httpPort, ...paths] = process.argv.slice(2)
const judged = []
for (const path of paths) judged.push(await judge(path))
console.log(JSON.stringify(judged))

// The package's own `scan` has no ports or paths.
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
