import { changeEnvironment, environment } from '@/lib/env'

const before = new Map<string, string | undefined>()

/** Gives the site these settings; all others are as they were when the editor was started. */
export function applySettings(settings: Record<string, string>) {
  const now = environment()
  for (const name of Object.keys(settings)) if (!before.has(name)) before.set(name, now[name])
  const wanted = { ...Object.fromEntries(before), ...settings }
  const changes = Object.entries(wanted).filter(([name, value]) => now[name] !== value)
  if (changes.length > 0) changeEnvironment(Object.fromEntries(changes))
}
