import { useTranslations } from 'next-intl'
import type { ListedSession } from '@/lib/operator/session'
import { ConsoleForm } from './console-form'
import { Moment } from './moment'

const action = '/api/operator/session/end'

/** The operator's own sessions, each of which can be ended. */
export function SessionList({ sessions }: { sessions: ListedSession[] }) {
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
