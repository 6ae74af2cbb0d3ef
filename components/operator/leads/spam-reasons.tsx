import { useTranslations } from 'next-intl'
import type { StoredLead } from '@/lib/leads/list-store'

const reasons = [
  'honeypot',
  'hasty',
  'forged_token',
  'many_links',
  'markup',
  'repeated_text',
  'disposable_email',
  'flood',
] as const

/** Why a lead is quarantined, and how much it looks like spam. */
export function SpamReasons({ lead }: { lead: StoredLead }) {
  const t = useTranslations('OperatorLeads')
  if (lead.quarantine === null) return null
  return (
    <div className="outcome outcome-bad">
      <p>{t('heldBack', { score: lead.spamScore })}</p>
      <p>
        <ReasonWords codes={lead.quarantine} />
      </p>
    </div>
  )
}

/** The reasons of a quarantine in words; one that is not known here by its code. */
export function ReasonWords({ codes }: { codes: string }) {
  const t = useTranslations('OperatorLeads.reasons')
  const words = codes.split(',').map((code) => {
    const known = reasons.find((reason) => reason === code)
    return known ? t(known) : code
  })
  return words.join(' · ')
}
