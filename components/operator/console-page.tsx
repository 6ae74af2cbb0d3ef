import './operator.css'
import { redirect } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Engraving } from '@/components/engraving/engraving'
import { type Loaded, loadForOperator } from '@/lib/console/console-action'
import {
  findRefusedFields,
  type RefusedFields,
} from '@/lib/console/refused-form'
import { env } from '@/lib/env'
import { readLocaleParam } from '@/lib/i18n/locale'
import { type Locale, languages, routing } from '@/lib/i18n/routing'
import {
  type ConsoleSection,
  consoleAddress,
  consolePaths,
  consoleSections,
  itemPath,
  type Query,
  sectionRoles,
  signInAddress,
} from '@/lib/operator/console-paths'
import { type Role, roles } from '@/lib/operator/role-names'
import { hasRole } from '@/lib/operator/roles'
import { site } from '@/lib/site'
import { ConsoleForm, ConsoleLink, Notice, SubmitButton } from './console-parts'
import { SignIn } from './sign-in'

export type Visit = {
  operator: string
  locale: Locale
  query: Query
  /** The id of the lead, conversation or draft, or '' on a list. */
  id: string
}

/**
 * Loads and renders a page's content. While the database is down, its error
 * becomes a notice.
 */
type Show = (visit: Visit) => Promise<ReactNode>

type Props = {
  params: Promise<{ locale: string; id?: string }>
  searchParams: Promise<Query>
}

export function consolePage(section: ConsoleSection, show: Show) {
  return async ({ params, searchParams }: Props) => {
    const locale = await readLocaleParam(params)
    const query = await searchParams
    const { id = '' } = await params
    const path = id ? itemPath(section, id) : consolePaths[section]
    const loaded = await loadForOperator(sectionRoles[section], (operator) =>
      show({ operator, locale, query, id }),
    )
    if (loaded.state === 'signed_out' && section !== 'overview')
      redirect(signInAddress(locale, consoleAddress(locale, path, query)))
    return (
      <ConsoleFrame
        section={section}
        path={path}
        query={query}
        operator={loaded.operator}
      >
        {await contentOf(loaded, section, query)}
      </ConsoleFrame>
    )
  }
}

async function contentOf(
  loaded: Loaded<ReactNode>,
  section: ConsoleSection,
  query: Query,
): Promise<ReactNode> {
  if (loaded.state === 'unavailable')
    return <Unavailable typed={await findRefusedFields(query.input)} />
  if (loaded.state === 'signed_out') return <SignIn query={query} />
  if (loaded.state === 'wrong_role')
    return <RoleNeeded role={sectionRoles[section]} />
  return loaded.content
}

function Unavailable({ typed = {} }: { typed?: RefusedFields }) {
  const t = useTranslations('Operator.unavailable')
  const texts = Object.entries(typed).filter(([, text]) => text)
  return (
    <>
      <div role="alert">
        <h1>{t('title')}</h1>
        <p className="lead">{t('body')}</p>
      </div>
      {texts.length > 0 && <p>{t('typed')}</p>}
      {texts.map(([name, text]) => (
        <p key={name} className="prose" dir="auto">
          {text}
        </p>
      ))}
    </>
  )
}

function RoleNeeded({ role }: { role: Role | undefined }) {
  const t = useTranslations('Operator.roles')
  return (
    <div role="alert">
      <h1>{t('missingTitle')}</h1>
      <p className="lead">{t('missing', { role: role ?? '' })}</p>
    </div>
  )
}

const refusals = [
  'cross_site',
  'invalid_fields',
  'malformed',
  'rate_limited',
  'too_large',
  'unavailable',
] as const

/**
 * Explains why a form was refused, from the `refused` parameter that its
 * handler redirected with.
 */
function RefusedForm({
  code,
  role,
}: {
  code: Query[string]
  role: Query[string]
}) {
  const t = useTranslations('Operator.refused')
  const missing = useTranslations('Operator.roles')
  const needed = roles.find((known) => known === role)
  if (code === 'wrong_role' && needed)
    return <Notice outcome="bad">{missing('refused', { role: needed })}</Notice>
  return (
    <Notice outcome="bad">
      {t(refusals.find((known) => known === code) ?? 'other')}
    </Notice>
  )
}

type FrameProps = {
  section: ConsoleSection
  path: string
  query: Query
  operator: string | undefined
  children: ReactNode
}

/**
 * Frames every console page. Leaves out the navigation if no operator is signed
 * in.
 */
export function ConsoleFrame({
  section,
  path,
  query,
  operator,
  children,
}: FrameProps) {
  const t = useTranslations('Operator')
  const current = useLocale()
  return (
    <>
      <title>{t('pageTitle', { section: t(`sections.${section}`) })}</title>
      <a className="skip-link" href="#content">
        {useTranslations('SkipLink')('label')}
      </a>
      <header className="console-header">
        <div className="frame console-bar">
          <ConsoleLink className="console-brand" to={consolePaths.overview}>
            <Engraving drawing="mark" />
            <span>{site.brand}</span>{' '}
            <span className="visually-hidden">{t('name')}</span>
          </ConsoleLink>
          {operator && (
            <Sections section={section} path={path} operator={operator} />
          )}
          {operator && (
            <ConsoleForm
              action="/api/operator/session/end"
              className="console-sign-out"
            >
              <span>{t('signedInAs', { operator })}</span>
              <SubmitButton name="session" value="this" label={t('signOut')} />
            </ConsoleForm>
          )}
        </div>
      </header>
      <main id="content" className="frame console" tabIndex={-1}>
        {query.refused !== undefined && (
          <RefusedForm code={query.refused} role={query.role} />
        )}
        {operator && !env.DELIVERIES && (
          <p className="outcome outcome-bad">{t('deliveriesOff')}</p>
        )}
        {children}
      </main>
      <footer className="frame console-footer">
        <nav className="console-links" aria-label={t('languages')}>
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
      </footer>
    </>
  )
}

type SectionsProps = Pick<FrameProps, 'section' | 'path'> & {
  operator: string
}

function Sections({ section, path, operator }: SectionsProps) {
  const t = useTranslations('Operator')
  // Sets aria-current to `true` instead of `page` on a lead's page, because
  // that page belongs to the section but is not its main page.
  const current = path === consolePaths[section] ? 'page' : 'true'
  const open = consoleSections.filter((name) => {
    const role = sectionRoles[name]
    return !role || hasRole(operator, role)
  })
  return (
    <nav
      className="console-links console-sections"
      aria-label={t('navigation')}
    >
      <ul>
        {open.map((name) => (
          <li key={name}>
            <ConsoleLink
              to={consolePaths[name]}
              aria-current={name === section ? current : undefined}
              label={t(`sections.${name}`)}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}
