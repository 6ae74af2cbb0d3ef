import { useTranslations } from 'next-intl'
import type { Entry } from '@/lib/console/leads/history'
import type { Delivery } from '@/lib/leads/delivery/store'
import { channels, isConfigured, type SalesChannel, salesChannels } from '@/lib/leads/delivery/store'
import { deliveryOn } from '@/lib/leads/list-store'
import { Facts, Moment } from '../console-parts'
import { ErrorWords, ReasonWords } from './lead-words'

const plain = ['received', 'read', 'released', 'retried', 'handled', 'reopened', 'noted'] as const

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
  const by = { operator: operator ?? '', owner: detail ?? '', day: detail ?? '' }
  const known = plain.find((each) => each === kind)
  if (known) return t(`history.${known}`, by)
  if (kind === 'assigned') return t(detail ? 'history.assigned' : 'history.unassigned', by)
  if (kind === 'reminded') return t(detail ? 'history.reminded' : 'history.notReminded', by)
  if (kind === 'quarantined') {
    return (
      <>
        {t('history.quarantined')} <ReasonWords codes={detail ?? ''} />
      </>
    )
  }
  if (kind !== 'attempted') return kind
  const way = t(`channels.${channels.find((each) => each === channel) ?? 'mail'}`)
  if (detail === null) return t('history.delivered', { way })
  return (
    <>
      {t('history.failed', { way })} <ErrorWords code={detail} />
    </>
  )
}

type DeliveredProps = { lead: { deliveries: Delivery[] } }

export function LeadDeliveries({ lead }: DeliveredProps) {
  return (
    <section>
      <h2>{useTranslations('OperatorLeads.deliveries')('title')}</h2>
      <DeliveryFacts lead={lead} />
    </section>
  )
}

export function DeliveryFacts({ lead }: DeliveredProps) {
  const t = useTranslations('OperatorLeads.channels')
  const shown = salesChannels.filter((channel) => isShown(lead, channel))
  return (
    <Facts rows={shown.map((channel) => [t(channel), <State key={channel} delivery={deliveryOn(lead, channel)} />])} />
  )
}

// Mail and webhook always; other services if they are configured or have got this lead.
function isShown(lead: DeliveredProps['lead'], channel: SalesChannel): boolean {
  return channel === 'mail' || channel === 'webhook' || isConfigured(channel) || deliveryOn(lead, channel) !== undefined
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
      {attempts > 0 && <span className="small">{t('attempts', { count: attempts })}</span>}
      {lastError && (
        <span className="small">
          <ErrorWords code={lastError} />
        </span>
      )}
    </>
  )
}
