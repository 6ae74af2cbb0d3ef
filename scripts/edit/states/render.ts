import type { Locale } from '@/lib/i18n/routing'
import { askChild } from '../child'
import type { Renderers } from './render/main'

type Result<Name extends keyof Renderers> = Awaited<ReturnType<Renderers[Name]>>

type Options = { rest?: string[]; settings?: Record<string, string> }

/** What a process of its own makes, by scripts/edit/states/render/main.ts. Rejects where that fails. */
export function render<Name extends keyof Renderers>(
  name: Name,
  locale: Locale,
  { rest = [], settings }: Options = {},
): Promise<Result<Name>> {
  const script = 'scripts/edit/states/render/main.ts'
  return askChild(script, [name, locale, ...rest], { LEADS_LANGUAGE: locale, ...settings })
}
