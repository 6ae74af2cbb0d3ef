import { beforeAll, onTestFinished } from 'vitest'
import { changeEnvironment, copyOfEnvironment } from '@/lib/env'

/** `undefined` unsets a setting. */
type Settings = Record<string, string | undefined>

/** Changes settings until the test ends. */
export function setForTest(settings: Settings): void {
  onTestFinished(changeSettings(settings))
}

/** Changes settings for the tests of a block, or of a file. */
export function setForBlock(settings: Settings): void {
  beforeAll(() => changeSettings(settings))
}

/** Changes settings, and returns a function that restores them. */
function changeSettings(settings: Settings): () => void {
  const environment = copyOfEnvironment()
  const before = Object.keys(settings).map((name) => [name, environment[name]])
  changeEnvironment(settings)
  return () => changeEnvironment(Object.fromEntries(before))
}
