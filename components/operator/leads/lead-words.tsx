import { useTranslations } from 'next-intl'
import { errorKindOf } from '@/lib/console/leads/history'

/** What a delivery's error means, with its code for whoever runs the server. */
export function ErrorWords({ code }: { code: string }) {
  const t = useTranslations('OperatorLeads.errors')
  return (
    <>
      {t(errorKindOf(code))} <code>{code}</code>
    </>
  )
}

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

/** The reasons of a quarantine in words; an unknown one by its code. */
export function ReasonWords({ codes }: { codes: string }) {
  const t = useTranslations('OperatorLeads.reasons')
  const words = codes.split(',').map((code) => {
    const known = reasons.find((reason) => reason === code)
    return known ? t(known) : code
  })
  return words.join(' · ')
}
