import { useLocale, useTranslations } from 'next-intl'
import type { Overview as Loaded } from '@/lib/console/overview'
import { consoleAddress, consolePaths, type Query } from '@/lib/operator/console-paths'
import type { ListedSession } from '@/lib/operator/session'
import { ConsoleForm, Moment, Notice } from './console-parts'

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

const action = '/api/operator/session/end'

/** The operator's own sessions, each of which can be ended. */
function SessionList({ sessions }: { sessions: ListedSession[] }) {
  const t = useTranslations('Operator.sessions')
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{t('title')}</h2>
      <p className="hint">{t('intro')}</p>
      <ul className="console-rows">
        {sessions.map((session) => (
          <li key={session.id} className="console-row">
            <div>
              <p>
                <strong>{session.browser ?? t('unknownBrowser')}</strong>
                {session.current && <span className="console-mark">{t('current')}</span>}
              </p>
              <dl className="console-facts small">
                <dt>{t('started')}</dt>
                <dd>
                  <Moment at={session.startedAt} />
                </dd>
                <dt>{t('seen')}</dt>
                <dd>
                  <Moment at={session.lastSeenAt} />
                </dd>
              </dl>
            </div>
            {!session.current && <EndSession session={session} />}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <ConsoleForm action={action}>
          <button type="submit" className="button" name="session" value="others">
            {t('endOthers')}
          </button>
        </ConsoleForm>
      )}
    </section>
  )
}

function EndSession({ session }: { session: ListedSession }) {
  const t = useTranslations('Operator.sessions')
  const browser = session.browser ?? t('unknownBrowser')
  return (
    <ConsoleForm action={action}>
      <button type="submit" className="quiet-button" name="session" value={session.id}>
        {t('end')}
        <span className="visually-hidden">{` (${browser})`}</span>
      </button>
    </ConsoleForm>
  )
}
