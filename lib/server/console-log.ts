import { stripVTControlCharacters } from 'node:util'
import { log } from '@/lib/log'

const maxTextCharacters = 300

const levels = { log: 'info', info: 'info', debug: 'debug', trace: 'debug', warn: 'warn', error: 'error' } as const

export function logConsole(): void {
  for (const [method, level] of Object.entries(levels)) {
    Reflect.set(console, method, (...parts: unknown[]) => log[level](detailsOf(parts), textOf(parts)))
  }
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn(detailsOf([warning]), 'process warning'))
}

// An error's message may quote a visitor or a secret: only its type and stack locations are kept.
function detailsOf(parts: unknown[]): object {
  const error = parts.find((part) => part instanceof Error)
  if (!error) return {}
  const { name, code, digest, stack, cause } = error as Error & { code?: unknown; digest?: unknown }
  const places = stack?.split('\n').filter((line) => /^ +at /.test(line))
  return { error: name, code, digest, stack: places, ...(cause instanceof Error && { cause: cause.name }) }
}

function textOf(parts: unknown[]): string {
  const text = parts.filter((part) => typeof part === 'string').join(' ')
  return stripVTControlCharacters(text).replace(/\?\S+/g, '?…').trim().slice(0, maxTextCharacters)
}
