import './operator.css'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Engraving } from '@/components/engraving/engraving'
import { localeOf } from '@/lib/i18n/locale'
import { type Locale, languages, routing } from '@/lib/i18n/routing'
import { visitConsole } from '@/lib/operator/console'
import {
  type ConsoleSection,
  consoleAddress,
  consolePaths,
  consoleSections,
  type Query,
  signInAddress,
} from '@/lib/operator/console-paths'
import { site } from '@/lib/site'
import { ConsoleForm } from './console-parts'

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

type FrameProps = {
  section: ConsoleSection
  path: string
  query: Query
  operator: string | undefined
  children: ReactNode
}

/** What surrounds every page of the console. Without an operator it has nothing to navigate. */
export function ConsoleFrame({ section, path, query, operator, children }: FrameProps) {
  const t = useTranslations('Operator')
  return (
    <>
      <a className="skip-link" href="#content">
        {useTranslations('SkipLink')('label')}
      </a>
      <header className="console-header">
        <div className="frame console-bar">
          <a className="console-brand" href={consoleAddress(useLocale(), consolePaths.overview)}>
            <Engraving drawing="mark" />
            <span>{site.brand}</span> <span className="visually-hidden">{t('name')}</span>
          </a>
          {operator && <Sections section={section} path={path} />}
          <LanguageChoice path={path} query={query} />
          {operator && <SignedIn operator={operator} />}
        </div>
      </header>
      <main id="content" className="frame console" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

function Sections({ section, path }: Pick<FrameProps, 'section' | 'path'>) {
  const t = useTranslations('Operator')
  const locale = useLocale()
  return (
    <nav className="console-sections" aria-label={t('navigation')}>
      <ul>
        {consoleSections.map((name) => (
          <li key={name}>
            <a href={consoleAddress(locale, consolePaths[name])} aria-current={currentness(name, section, path)}>
              {t(`sections.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

// A lead's page is in the section of leads, and not that section's page.
function currentness(name: ConsoleSection, section: ConsoleSection, path: string): 'page' | 'true' | undefined {
  if (name !== section) return undefined
  return path === consolePaths[name] ? 'page' : 'true'
}

function LanguageChoice({ path, query }: Pick<FrameProps, 'path' | 'query'>) {
  const t = useTranslations('Operator')
  const current = useLocale()
  return (
    <nav className="console-languages" aria-label={t('languages')}>
      <ul>
        {routing.locales.map((locale) => (
          <li key={locale}>
            <a
              href={consoleAddress(locale, path, query)}
              lang={locale}
              hrefLang={locale}
              aria-current={locale === current ? 'true' : undefined}
            >
              {languages[locale].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SignedIn({ operator }: { operator: string }) {
  const t = useTranslations('Operator')
  return (
    <ConsoleForm action="/api/operator/session/end" className="console-signed-in">
      <span>{t('signedInAs', { operator })}</span>
      <button type="submit" className="quiet-button" name="session" value="this">
        {t('signOut')}
      </button>
    </ConsoleForm>
  )
}
