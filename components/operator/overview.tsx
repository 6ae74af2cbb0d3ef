import { useLocale, useTranslations } from 'next-intl'
import type { Overview as Loaded } from '@/lib/console/overview'
import { consoleAddress, consolePaths, type Query } from '@/lib/operator/console-paths'
import type { ListedSession } from '@/lib/operator/session'
import { ConsoleForm, Moment, Notice } from './console-parts'

const links = [
  ['new', consolePaths.leads, { status: 'new', state: 'accepted' }],
  ['reminders', consolePaths.leads, { reminder: 'due' }],
  ['quarantined', consolePaths.leads, { state: 'quarantined' }],
  ['undelivered', consolePaths.leads, { state: 'undelivered' }],
  ['abandoned', consolePaths.leads, { state: 'abandoned' }],
  ['unanswered', consolePaths.questions, {}],
] as const

const action = '/api/operator/session/end'

export function Overview({ counts, sessions, query }: Loaded & { query: Query }) {
  const t = useTranslations('Operator')
  const locale = useLocale()
  return (
    <>
      <h1>{t('overview.title')}</h1>
      {query.done === 'sessions_ended' && <Notice outcome="good">{t('overview.sessionsEnded')}</Notice>}
      <ul className="console-counts">
        {links.map(([name, path, query]) => (
          <li key={name} data-none={counts[name] === 0 ? '' : undefined}>
            <a href={consoleAddress(locale, path, query)}>
              {t.rich(`overview.counts.${name}`, {
                count: counts[name],
                figure: (chunks) => <strong>{chunks}</strong>,
              })}
            </a>
          </li>
        ))}
      </ul>
      <section aria-labelledby="sessions">
        <h2 id="sessions">{t('sessions.title')}</h2>
        <p className="hint">{t('sessions.intro')}</p>
        <ul className="console-rows">
          {sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
        {sessions.length > 1 && (
          <ConsoleForm action={action}>
            <button type="submit" className="quiet-button" name="session" value="others">
              {t('sessions.endOthers')}
            </button>
          </ConsoleForm>
        )}
      </section>
    </>
  )
}

function Session({ session }: { session: ListedSession }) {
  const t = useTranslations('Operator.sessions')
  const browser = session.browser ?? t('unknownBrowser')
  return (
    <li className="console-row">
      <strong>{browser}</strong>
      <span className="soft">
        {t('started')} <Moment at={session.createdAt} />
      </span>
      <span className="soft">
        {t('seen')} <Moment at={session.lastSeenAt} isRelative />
      </span>
      {session.current && <span className="console-mark">{t('current')}</span>}
      {!session.current && (
        <ConsoleForm action={action}>
          <button type="submit" className="quiet-button" name="session" value={session.id}>
            {t('end')}
            <span className="visually-hidden">{` (${browser})`}</span>
          </button>
        </ConsoleForm>
      )}
    </li>
  )
}
