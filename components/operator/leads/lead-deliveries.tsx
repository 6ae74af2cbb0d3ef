import { useTranslations } from 'next-intl'
import { isConfigured, type SalesChannel, salesChannels } from '@/lib/leads/delivery/channels'
import type { LeadDelivery } from '@/lib/leads/review-store'
import { Moment } from '../moment'
import { ErrorWords } from './error-words'

type Props = { lead: LeadDelivery }

export function LeadDeliveries({ lead }: Props) {
  const t = useTranslations('OperatorLeads.deliveries')
  return (
    <section>
      <h2>{t('title')}</h2>
      <DeliveryFacts lead={lead} className="lead-facts" />
    </section>
  )
}

/** How far a lead has come on each way to sales, with the last error. */
export function DeliveryFacts({ lead, className }: Props & { className: string }) {
  const t = useTranslations('OperatorLeads.channels')
  return (
    <dl className={className}>
      {salesChannels
        .filter((channel) => isShown(lead, channel))
        .map((channel) => (
          <div key={channel}>
            <dt>{t(channel)}</dt>
            <dd>
              <Delivery lead={lead} channel={channel} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

// Mail and webhook always; of the services those that are set up or have got this lead.
function isShown(lead: LeadDelivery, channel: SalesChannel): boolean {
  return channel === 'mail' || channel === 'webhook' || isConfigured(channel) || lead[`${channel}Attempts`] > 0
}

function Delivery({ lead, channel }: Props & { channel: SalesChannel }) {
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
