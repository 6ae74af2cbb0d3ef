import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { localeOf } from '@/lib/i18n/locale'
import type { Locale } from '@/lib/i18n/routing'
import { visitConsole } from '@/lib/operator/console'
import { consoleAddress, type Query, signInAddress } from '@/lib/operator/console-address'
import { type ConsoleSection, consolePaths } from '@/lib/operator/console-paths'
import { ConsoleFrame } from './console-frame'

type Props = {
  section: ConsoleSection
  /** The page's path, where it is not its section's. */
  path?: string
  params: Promise<{ locale: string }>
  searchParams: Promise<Query>
  /** Loads and shows the page. What it throws because the database is away becomes a notice. */
  show: (visit: { operator: string; locale: Locale; query: Query }) => Promise<ReactNode>
}

/** A page of the console, for operators who are signed in; others are led to sign in and back. */
export async function ConsolePage({ section, path = consolePaths[section], params, searchParams, show }: Props) {
  const locale = await localeOf(params)
  const query = await searchParams
  const otherwise = signInAddress(locale, consoleAddress(locale, path, query))
  const visited = await visitConsole(
    async (operator) => operator && (await show({ operator, locale, query })),
    otherwise,
  )
  return (
    <ConsoleFrame section={section} path={path} query={query} operator={visited?.operator}>
      {visited ? visited.content : <ConsoleUnavailable />}
    </ConsoleFrame>
  )
}

export function ConsoleUnavailable() {
  const t = useTranslations('Operator.unavailable')
  return (
    <div role="alert">
      <h1>{t('title')}</h1>
      <p className="lead">{t('body')}</p>
    </div>
  )
}
