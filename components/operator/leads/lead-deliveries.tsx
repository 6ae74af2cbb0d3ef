import { useTranslations } from 'next-intl'
import type { StoredLead } from '@/lib/leads/list-store'
import { ErrorWords } from './error-words'
import { Moment } from './moment'

/** How far the lead has come on each way to sales, with the last error. */
export function LeadDeliveries({ lead }: { lead: StoredLead }) {
  const t = useTranslations('OperatorLeads')
  return (
    <section>
      <h2>{t('deliveries.title')}</h2>
      <dl className="lead-facts">
        {(['mail', 'webhook'] as const).map((channel) => (
          <div key={channel}>
            <dt>{t(`channels.${channel}`)}</dt>
            <dd>
              <Delivery lead={lead} channel={channel} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Delivery({ lead, channel }: { lead: StoredLead; channel: 'mail' | 'webhook' }) {
  const t = useTranslations('OperatorLeads.deliveries')
  const deliveredAt = lead[`${channel}DeliveredAt`]
  const abandonedAt = lead[`${channel}AbandonedAt`]
  const nextAt = lead[`${channel}NextAt`]
  const attempts = lead[`${channel}Attempts`]
  const error = lead[`${channel}LastError`]
  const [state, at] = nextAt
    ? (['waiting', nextAt] as const)
    : deliveredAt
      ? (['delivered', deliveredAt] as const)
      : (['abandoned', abandonedAt] as const)
  if (!at) return t('none')
  return (
    <>
      {t(state)} <Moment at={at} />
      {attempts > 0 && <span className="small">{t('attempts', { count: attempts })}</span>}
      {error && (
        <span className="small">
          <ErrorWords code={error} />
        </span>
      )}
    </>
  )
}
