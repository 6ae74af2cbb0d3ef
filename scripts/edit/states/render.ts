import { fork } from 'node:child_process'
import type { Locale } from '@/lib/i18n/routing'
import { childEnvironment } from '../../commands.mjs'
import type { Renderers } from './render/main'

type Result<Name extends keyof Renderers> = Awaited<ReturnType<Renderers[Name]>>

type Options = { rest?: string[]; settings?: Record<string, string> }

/** What a process of its own makes, by scripts/edit/states/render/main.ts. Rejects where that fails. */
export function render<Name extends keyof Renderers>(
  name: Name,
  locale: Locale,
  { rest = [], settings }: Options = {},
): Promise<Result<Name>> {
  const child = fork('scripts/edit/states/render/main.ts', [name, locale, ...rest], {
    execArgv: ['--import', 'tsx', '--import', './tests/support/ignore-styles.mjs'],
    env: childEnvironment({ LOG_LEVEL: 'silent', LEADS_LANGUAGE: locale, ...settings }),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as Result<Name>))
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${name} could not be made: the terminal says why.`)))
  })
}
