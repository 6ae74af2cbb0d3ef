import { useTranslations } from 'next-intl'
import type { Entry } from '@/lib/console/leads/history'
import { channels } from '@/lib/leads/delivery/channels'
import { Moment } from '../moment'
import { ErrorWords } from './error-words'
import { ReasonWords } from './spam-reasons'

const plain = ['received', 'read', 'released', 'retried', 'handled', 'reopened', 'noted'] as const

/** What happened to a lead, and who did it, oldest first. */
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
  const way = t(`channels.${channels.find((each) => each === channel) ?? 'mail'}`)
  if (kind !== 'attempted') return kind
  if (detail === null) return t('history.delivered', { way })
  return (
    <>
      {t('history.failed', { way })} <ErrorWords code={detail} />
    </>
  )
}
