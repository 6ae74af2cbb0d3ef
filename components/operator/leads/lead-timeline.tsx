import { useTranslations } from 'next-intl'
import type { HistoryEntry } from '@/lib/console/leads/history'
import { translateIfKnown } from '@/lib/i18n/translate-if-known'
import { contactFields } from '@/lib/leads/contact-fields'
import { channels } from '@/lib/leads/delivery/channels'
import { leadStages } from '@/lib/leads/stages'
import { isolateDirection } from '@/lib/shown-text'
import { Moment } from '../console-parts'
import { ErrorWords } from './lead-deliveries'
import { ReasonWords } from './lead-state'

type Props = { changes: HistoryEntry[]; accesses: HistoryEntry[] }

export function LeadTimeline({ changes, accesses }: Props) {
  const t = useTranslations('OperatorLeads.history')
  return (
    <>
      <Entries entries={changes} />
      {accesses.length > 0 && (
        <details>
          <summary>{t('accesses', { count: accesses.length })}</summary>
          <Entries entries={accesses} />
        </details>
      )}
    </>
  )
}

function Entries({ entries }: { entries: HistoryEntry[] }) {
  return (
    <ol className="lead-history">
      {entries.map((entry) => (
        <li key={entry.id ?? entry.kind} data-kind={entry.kind}>
          <Moment at={entry.at} />
          <div>
            <What entry={entry} />
          </div>
        </li>
      ))}
    </ol>
  )
}

// Kinds of event that are worded differently when they have no detail.
const withoutDetail: Record<string, string> = {
  attempted: 'delivered',
  assigned: 'unassigned',
  reminded: 'notReminded',
}

function What({ entry }: { entry: HistoryEntry }) {
  const { kind, channel, detail, note } = entry
  const t = useTranslations('OperatorLeads.history')
  const values = useValues(entry)
  if (note !== undefined)
    return (
      <>
        <strong>{values.operator}</strong>
        <p className="lead-note">{note}</p>
      </>
    )
  const key = (detail === null && withoutDetail[kind]) || kind
  return (
    <>
      {translateIfKnown(t, key, values) ?? kind}{' '}
      {kind === 'quarantined' && <ReasonWords codes={detail ?? ''} />}
      {channel !== null && detail !== null && <ErrorWords code={detail} />}
    </>
  )
}

/** Returns the values that the sentence about an entry may contain, as text. */
function useValues({ operator, channel, detail, field, former }: HistoryEntry) {
  const t = useTranslations('OperatorLeads')
  const labels = useTranslations('ContactForm')
  const known = contactFields.find((name) => name === field)
  const stage = leadStages.find((name) => name === detail)
  const value = isolateDirection(detail ?? '')
  return {
    way: t(`channels.${channels.find((name) => name === channel) ?? 'mail'}`),
    operator: operator ?? t('history.unknown'),
    owner: value,
    day: value,
    stage: stage ? t(`stages.${stage}`) : value,
    field: known ? labels(known) : (field ?? ''),
    former: isolateDirection(former || t('form.empty')),
    value: value || t('form.empty'),
  }
}
