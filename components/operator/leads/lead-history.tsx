import { useTranslations } from 'next-intl'
import { type Entry, errorKindOf } from '@/lib/console/leads/history'
import { channels, isConfigured, type SalesChannel, salesChannels } from '@/lib/leads/delivery/channels'
import type { Delivery } from '@/lib/leads/delivery/store'
import { deliveryOn } from '@/lib/leads/list-store'
import { Facts, Moment } from '../console-parts'
import { ReasonWords } from './lead-facts'

export function LeadHistory({ entries }: { entries: Entry[] }) {
  return (
    <section>
      <h2>{useTranslations('OperatorLeads.history')('title')}</h2>
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

const withoutDetail: Record<string, string> = { assigned: 'unassigned', reminded: 'notReminded' }

function What({ entry: { kind, operator, channel, detail } }: { entry: Entry }) {
  const t = useTranslations('OperatorLeads.history')
  const channelNames = useTranslations('OperatorLeads.channels')
  const way = channelNames(channels.find((each) => each === channel) ?? 'mail')
  if (kind === 'attempted' && detail === null) return t('delivered', { way })
  if (kind === 'attempted') {
    return (
      <>
        {t('failed', { way })} <ErrorWords code={detail ?? ''} />
      </>
    )
  }
  if (kind === 'quarantined') {
    return (
      <>
        {t('quarantined')} <ReasonWords codes={detail ?? ''} />
      </>
    )
  }
  const key = ((detail ? undefined : withoutDetail[kind]) ?? kind) as 'assigned'
  const by = { operator: operator ?? '', owner: detail ?? '', day: detail ?? '' }
  return t.has(key) ? t(key, by) : kind
}

function ErrorWords({ code }: { code: string }) {
  const t = useTranslations('OperatorLeads.errors')
  return (
    <>
      {t(errorKindOf(code))} <code>{code}</code>
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
