import { useTranslations } from 'next-intl'
import { officeDay } from '@/lib/i18n/offices'
import { translateIfKnown } from '@/lib/i18n/translate-if-known'
import { salesChannels } from '@/lib/leads/delivery/channels'
import type { StoredLead } from '@/lib/leads/list-store'
import { deliveryOn, progressOf } from '@/lib/leads/progress'
import { isLeadOpen, stageOf } from '@/lib/leads/stages'

export function LeadState({
  lead,
  withReasons = true,
}: {
  lead: StoredLead
  withReasons?: boolean
}) {
  const t = useTranslations('OperatorLeads')
  const progress = progressOf(lead)
  const stage = stageOf(lead)
  const isDue =
    lead.remindOn !== null && lead.remindOn <= officeDay() && isLeadOpen(lead)
  return (
    <>
      <span className="lead-badge" data-stage={stage}>
        {t(`stages.${stage}`)}
      </span>{' '}
      {progress !== 'delivered' && (
        <span className="lead-badge" data-progress={progress}>
          {t(`progress.${progress}`)}
        </span>
      )}
      {progress !== 'delivered' &&
        salesChannels.some(
          (channel) => deliveryOn(lead, channel)?.deliveredAt,
        ) && <span className="lead-badge">{t('progress.delivered')}</span>}
      {withReasons && lead.quarantine !== null && (
        <span className="small">
          <ReasonWords codes={lead.quarantine} />
        </span>
      )}
      {lead.remindOn !== null && (
        <span className="small" data-due={isDue ? '' : undefined}>
          {t(isDue ? 'reminder.due' : 'reminder.on', { day: lead.remindOn })}
        </span>
      )}
    </>
  )
}

export function ReasonWords({ codes }: { codes: string }) {
  const t = useTranslations('OperatorLeads.reasons')
  const words = codes
    .split(',')
    .map((code) => translateIfKnown(t, code) ?? code)
  return words.join(' · ')
}
