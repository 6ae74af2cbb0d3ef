import { useTranslations } from 'next-intl'
import { salesChannels } from '@/lib/leads/delivery/channels'
import { isConfigured } from '@/lib/leads/delivery/configured-channels'
import type { Delivery } from '@/lib/leads/delivery/delivery-store'
import { deliveryOn } from '@/lib/leads/progress'
import { explainFailure } from '@/lib/outbox/failure'
import { Facts, Moment } from '../console-parts'

/**
 * Lists mail and the webhook always, and other services if they are configured
 * or have received this lead.
 */
export function DeliveryFacts({ lead }: { lead: { deliveries: Delivery[] } }) {
  const t = useTranslations('OperatorLeads.channels')
  const shown = salesChannels.filter((channel) => {
    return (
      channel === 'mail' ||
      channel === 'webhook' ||
      isConfigured(channel) ||
      deliveryOn(lead, channel)
    )
  })
  return (
    <Facts
      rows={shown.map((channel) => [
        t(channel),
        <State key={channel} delivery={deliveryOn(lead, channel)} />,
      ])}
    />
  )
}

function State({ delivery }: { delivery: Delivery | undefined }) {
  const t = useTranslations('OperatorLeads.deliveries')
  const states = [
    ['waiting', delivery?.dueAt],
    ['delivered', delivery?.deliveredAt],
    ['abandoned', delivery?.abandonedAt],
  ] as const
  const [state, at] = states.find(([, moment]) => moment) ?? []
  if (!(delivery && state && at)) return t('none')
  const { attempts, lastError } = delivery
  return (
    <>
      {t(state)} <Moment at={at} />
      {attempts > 0 && (
        <span className="small">{t('attempts', { count: attempts })}</span>
      )}
      {lastError && (
        <span className="small">
          <ErrorWords code={lastError} />
        </span>
      )}
    </>
  )
}

export function ErrorWords({ code }: { code: string }) {
  const t = useTranslations('OperatorLeads.errors')
  return (
    <>
      {t(explainFailure(code).kind)} <code>{code}</code>
    </>
  )
}
