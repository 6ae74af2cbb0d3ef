import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { writeResults } from './results'

/** Writes the results of a run, with errors outside tests: of a file, a hook or a process. */
export const vitestResults: Reporter = {
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap(({ children }) => [...children.allTests()])
    const suites = modules.flatMap(({ children }) => [...children.allSuites()])
    writeResults('vitest', {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failures: [
        ...[...modules, ...suites, ...tests].flatMap(failureOf),
        ...unhandled.map((error) => `Outside the tests: ${error.stack ?? error.message}`),
      ],
    })
  },
}

function failureOf(task: TestModule | TestSuite | TestCase): string[] {
  const errors = task.type === 'test' ? (task.result().errors ?? []) : task.errors()
  const name = task.type === 'module' ? task.relativeModuleId : `${task.module.relativeModuleId} › ${task.fullName}`
  return errors.length > 0 ? [`${name}: ${errors.map(({ message }) => message).join('\n')}`] : []
}
