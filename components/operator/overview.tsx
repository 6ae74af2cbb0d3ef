import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { loadOverview } from '@/lib/console/overview'
import type { Query } from '@/lib/operator/console-paths'
import type { ListedSession } from '@/lib/operator/session'
import {
  ConsoleForm,
  ConsoleLink,
  FormOutcome,
  Moment,
  SubmitButton,
  TitledSection,
} from './console-parts'
import { Passkeys } from './passkeys'

type Props = Awaited<ReturnType<typeof loadOverview>> & { query: Query }

const action = '/api/operator/session/end'

export function Overview({ counts, sessions, passkeys, query }: Props) {
  const t = useTranslations('Operator')
  const figure = (chunks: ReactNode) => <strong>{chunks}</strong>
  return (
    <>
      <h1>{t('overview.title')}</h1>
      <FormOutcome of="Operator" query={query} />
      <ul className="console-counts">
        {counts.map(({ name, path, query, count }) => (
          <li key={name} data-none={count === 0 ? '' : undefined}>
            <ConsoleLink to={path} query={query}>
              {t.rich(`overview.counts.${name}`, { count, figure })}
            </ConsoleLink>
          </li>
        ))}
      </ul>
      <Passkeys passkeys={passkeys} />
      <TitledSection id="sessions" title={t('sessions.title')}>
        <p className="hint">{t('sessions.intro')}</p>
        <ul className="console-rows">
          {sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
        {sessions.length > 1 && (
          <ConsoleForm action={action}>
            <SubmitButton
              name="session"
              value="others"
              label={t('sessions.endOthers')}
            />
          </ConsoleForm>
        )}
      </TitledSection>
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
          <SubmitButton
            name="session"
            value={session.id}
            aria-label={`${t('end')} (${browser})`}
            label={t('end')}
          />
        </ConsoleForm>
      )}
    </li>
  )
}
