import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Engraving } from '@/components/engraving/engraving'
import { languages, routing } from '@/lib/i18n/routing'
import { consoleAddress, type Query } from '@/lib/operator/console-address'
import { type ConsoleSection, consolePaths, consoleSections } from '@/lib/operator/console-paths'
import { site } from '@/lib/site'
import { ConsoleForm } from './console-form'
import './operator.css'

type Props = {
  section: ConsoleSection
  path: string
  query: Query
  operator: string | undefined
  children: ReactNode
}

/** What surrounds every page of the console. Without an operator it has nothing to navigate. */
export function ConsoleFrame({ section, path, query, operator, children }: Props) {
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

function Sections({ section, path }: Pick<Props, 'section' | 'path'>) {
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

function LanguageChoice({ path, query }: Pick<Props, 'path' | 'query'>) {
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
