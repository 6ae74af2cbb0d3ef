import { onTestFinished } from 'vitest'

/** Changes settings until the test ends; `undefined` unsets one. */
export async function setForTest(settings: Record<string, string | undefined>) {
  // Imported late, because some files set their environment first.
  const { changeEnvironment, copyOfEnvironment } = await import('@/lib/env')
  const environment = copyOfEnvironment()
  const before = Object.keys(settings).map((name) => [name, environment[name]])
  changeEnvironment(settings)
  onTestFinished(() => changeEnvironment(Object.fromEntries(before)))
}
