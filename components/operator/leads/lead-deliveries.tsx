import { useTranslations } from 'next-intl'
import { isConfigured, type SalesChannel, salesChannels } from '@/lib/leads/delivery/channels'
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
        {salesChannels
          .filter((channel) => isShown(lead, channel))
          .map((channel) => (
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

// Mail and webhook always; of the services those that are set up or have got this lead.
function isShown(lead: StoredLead, channel: SalesChannel): boolean {
  return channel === 'mail' || channel === 'webhook' || isConfigured(channel) || lead[`${channel}Attempts`] > 0
}

function Delivery({ lead, channel }: { lead: StoredLead; channel: SalesChannel }) {
  const t = useTranslations('OperatorLeads.deliveries')
  const attempts = lead[`${channel}Attempts`]
  const error = lead[`${channel}LastError`]
  const states = [
    ['waiting', lead[`${channel}NextAt`]],
    ['delivered', lead[`${channel}DeliveredAt`]],
    ['abandoned', lead[`${channel}AbandonedAt`]],
  ] as const
  const [state, at] = states.find(([, moment]) => moment !== null) ?? []
  if (!(state && at)) return t('none')
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
