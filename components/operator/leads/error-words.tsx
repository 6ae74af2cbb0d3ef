import { useTranslations } from 'next-intl'
import { errorKindOf } from '@/lib/console/leads/error-words'

/** What a delivery's error means, with its code for whoever runs the server. */
export function ErrorWords({ code }: { code: string }) {
  const t = useTranslations('OperatorLeads.errors')
  return (
    <>
      {t(errorKindOf(code))} <code>{code}</code>
    </>
  )
}
