import { useLocale, useTranslations } from 'next-intl'
import type { Overview as Loaded } from '@/lib/console/overview'
import { consoleAddress, type Query } from '@/lib/operator/console-address'
import { consolePaths } from '@/lib/operator/console-paths'
import { Notice } from './notice'
import { SessionList } from './session-list'

const links = [
  { count: 'new', path: consolePaths.leads, query: { status: 'new', state: 'accepted' } },
  { count: 'reminders', path: consolePaths.leads, query: { reminder: 'due' } },
  { count: 'quarantined', path: consolePaths.leads, query: { state: 'quarantined' } },
  { count: 'undelivered', path: consolePaths.leads, query: { state: 'undelivered' } },
  { count: 'abandoned', path: consolePaths.leads, query: { state: 'abandoned' } },
  { count: 'unanswered', path: consolePaths.questions, query: {} },
] as const

/** What needs an operator, and the operator's sessions. */
export function Overview({ counts, sessions, query }: Loaded & { query: Query }) {
  const t = useTranslations('Operator.overview')
  const locale = useLocale()
  return (
    <>
      <h1>{t('title')}</h1>
      {query.done === 'sessions_ended' && <Notice outcome="good">{t('sessionsEnded')}</Notice>}
      <ul className="console-counts">
        {links.map(({ count, path, query }) => (
          <li key={count} data-none={counts[count] === 0 ? '' : undefined}>
            <a href={consoleAddress(locale, path, query)}>{t(`counts.${count}`, { count: counts[count] })}</a>
          </li>
        ))}
      </ul>
      <SessionList sessions={sessions} />
    </>
  )
}
