import { useTranslations } from 'next-intl'
import type { Entry } from '@/lib/console/leads/history'
import { channels, isConfigured, type SalesChannel, salesChannels } from '@/lib/leads/delivery/channels'
import type { Delivery } from '@/lib/leads/delivery/store'
import { deliveryOn } from '@/lib/leads/list-store'
import { Moment } from '../console-parts'
import { ErrorWords, ReasonWords } from './lead-words'

const plain = ['received', 'read', 'released', 'retried', 'handled', 'reopened', 'noted'] as const

/** What happened to a lead and who did it, oldest first. */
export function LeadHistory({ entries }: { entries: Entry[] }) {
  const t = useTranslations('OperatorLeads.history')
  return (
    <section>
      <h2>{t('title')}</h2>
      <ol className="lead-history">
        {entries.map((entry) => (
          <li key={entry.id ?? entry.kind}>
            <Moment at={entry.at} />
            <span>
              <What entry={entry} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function What({ entry: { kind, operator, channel, detail } }: { entry: Entry }) {
  const t = useTranslations('OperatorLeads')
  const by = { operator: operator ?? '' }
  const known = plain.find((each) => each === kind)
  if (known) return t(`history.${known}`, by)
  if (kind === 'quarantined') {
    return (
      <>
        {t('history.quarantined')} <ReasonWords codes={detail ?? ''} />
      </>
    )
  }
  if (kind === 'assigned') return t(detail ? 'history.assigned' : 'history.unassigned', { ...by, owner: detail ?? '' })
  if (kind === 'reminded') {
    return t(detail ? 'history.reminded' : 'history.notReminded', { ...by, day: detail ?? '' })
  }
  const way = t(`channels.${channels.find((each) => each === channel) ?? 'mail'}`)
  if (kind !== 'attempted') return kind
  if (detail === null) return t('history.delivered', { way })
  return (
    <>
      {t('history.failed', { way })} <ErrorWords code={detail} />
    </>
  )
}

type DeliveredProps = { lead: { deliveries: Delivery[] } }

export function LeadDeliveries({ lead }: DeliveredProps) {
  const t = useTranslations('OperatorLeads.deliveries')
  return (
    <section>
      <h2>{t('title')}</h2>
      <DeliveryFacts lead={lead} className="lead-facts" />
    </section>
  )
}

/** The state of a lead's delivery on each channel to sales, with the last error. */
export function DeliveryFacts({ lead, className }: DeliveredProps & { className: string }) {
  const t = useTranslations('OperatorLeads.channels')
  return (
    <dl className={className}>
      {salesChannels
        .filter((channel) => isShown(lead, channel))
        .map((channel) => (
          <div key={channel}>
            <dt>{t(channel)}</dt>
            <dd>
              <DeliveryState delivery={deliveryOn(lead, channel)} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

// Mail and webhook always; other services if they are configured or have got this lead.
function isShown(lead: DeliveredProps['lead'], channel: SalesChannel): boolean {
  return channel === 'mail' || channel === 'webhook' || isConfigured(channel) || deliveryOn(lead, channel) !== undefined
}

function DeliveryState({ delivery }: { delivery: Delivery | undefined }) {
  const t = useTranslations('OperatorLeads.deliveries')
  if (!delivery) return t('none')
  const { attempts, lastError, dueAt, deliveredAt, abandonedAt } = delivery
  const states = [
    ['waiting', dueAt],
    ['delivered', deliveredAt],
    ['abandoned', abandonedAt],
  ] as const
  const [state, at] = states.find(([, moment]) => moment !== null) ?? []
  if (!(state && at)) return t('none')
  return (
    <>
      {t(state)} <Moment at={at} />
      {attempts > 0 && <span className="small">{t('attempts', { count: attempts })}</span>}
      {lastError && (
        <span className="small">
          <ErrorWords code={lastError} />
        </span>
      )}
    </>
  )
}
