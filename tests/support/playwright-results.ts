import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { writeResults } from './results'

/** Writes the results of a run, with errors outside tests: of a file, a hook or a server. */
export default class PlaywrightResults implements Reporter {
  private root: Suite | undefined
  private readonly unhandled: TestError[] = []

  onBegin(_: unknown, root: Suite) {
    this.root = root
  }

  onError(error: TestError) {
    this.unhandled.push(error)
  }

  onEnd() {
    const tests = this.root?.allTests() ?? []
    const failed = tests.filter((test) => ['unexpected', 'flaky'].includes(test.outcome()))
    writeResults('playwright', {
      passed: tests.filter((test) => test.outcome() === 'expected').length,
      failures: [
        ...failed.map((test) => `${nameOf(test)}: ${messages(test.results.flatMap(({ errors }) => errors))}`),
        ...this.unhandled.map(({ stack, message, value }) => `Outside the tests: ${stack ?? message ?? value}`),
      ],
    })
  }
}

// Without the name of the root, which is empty.
const nameOf = (test: TestCase) => test.titlePath().filter(Boolean).join(' › ')

const messages = (errors: TestError[]) => errors.map(({ message, value }) => message ?? value).join('\n')
