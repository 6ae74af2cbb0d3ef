import { fork } from 'node:child_process'
import { childEnvironment } from '../commands.mjs'

/**
 * What a script sends as its message. A process of its own can have settings of its own, and modules that are loaded
 * while it works. Rejects where it ends without a message; the terminal then says why.
 */
export function askChild<Result>(script: string, args: string[], settings: Record<string, string>): Promise<Result> {
  const child = fork(script, args, {
    execArgv: ['--import', 'tsx', '--import', './tests/support/ignore-styles.mjs'],
    env: childEnvironment({ LOG_LEVEL: 'silent', ...settings }),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as Result))
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${script} ended without a result.`)))
  })
}

/** Answers the process that started this one, which then ends. */
export function answerParent(result: unknown) {
  process.send?.(result, () => process.disconnect?.())
}
