import type {
  FullResult,
  Reporter,
  Suite,
  TestCase,
} from '@playwright/test/reporter'

/** The annotation of an attempt during which the browser stopped drawing. */
export const stoppedDrawing = 'the browser stopped drawing'

/**
 * Fails the run if a test passes only at its second attempt, unless the browser
 * stopped drawing during the first one. Nothing else excuses a test that fails
 * now and then.
 */
export default class SecondAttempts implements Reporter {
  private all: TestCase[] = []

  onBegin(_: unknown, suite: Suite) {
    this.all = suite.allTests()
  }

  async onEnd({ status }: FullResult) {
    const unstable = this.all.filter((test) => test.outcome() === 'flaky')
    for (const test of unstable)
      console.log(
        `${test.titlePath().join(' › ')}: failed once, ${wasExcused(test) ? `because ${stoppedDrawing}` : 'and passed at the second attempt'}`,
      )
    const isGood = unstable.every(wasExcused)
    return { status: isGood ? status : ('failed' as const) }
  }
}

function wasExcused({ results }: TestCase): boolean {
  return results
    .filter(({ status }) => status !== 'passed')
    .every(({ annotations }) =>
      annotations.some(({ type }) => type === stoppedDrawing),
    )
}
