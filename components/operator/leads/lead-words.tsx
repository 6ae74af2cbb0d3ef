import { useTranslations } from 'next-intl'
import { actionResults } from '@/lib/console/leads/actions'
import { errorKindOf } from '@/lib/console/leads/history'
import type { Query } from '@/lib/operator/console-paths'
import { ConsoleForm, Notice } from '../console-parts'

export function ErrorWords({ code }: { code: string }) {
  const t = useTranslations('OperatorLeads.errors')
  return (
    <>
      {t(errorKindOf(code))} <code>{code}</code>
    </>
  )
}

const reasons = [
  ...['honeypot', 'hasty', 'forged_token', 'many_links'],
  ...['markup', 'repeated_text', 'disposable_email', 'flood'],
] as const

export function ReasonWords({ codes }: { codes: string }) {
  const t = useTranslations('OperatorLeads.reasons')
  const words = codes.split(',').map((code) => {
    const known = reasons.find((reason) => reason === code)
    return known ? t(known) : code
  })
  return words.join(' · ')
}

const problems = ['changed', 'invalid', 'gone', 'none_selected'] as const

export function Outcome({ query, isTyped = false }: { query: Query; isTyped?: boolean }) {
  const t = useTranslations('OperatorLeads')
  const problem = problems.find((code) => code === query.problem)
  if (problem) return <Notice outcome="bad">{t(`problems.${problem}`)}</Notice>
  // The session had ended when the form was sent.
  if (isTyped) return <Notice outcome="bad">{t('problems.signed_out')}</Notice>
  const done = [...actionResults, 'changed' as const].find((code) => code === query.done)
  if (!done) return null
  const leads = /^\d{1,6}$/.test(String(query.leads)) ? Number(query.leads) : 1
  return <Notice outcome="good">{t(`done.${done}`, { leads })}</Notice>
}

type EraseProps = {
  email: string
  leads: number
  conversations: number
  action: `/api/${string}`
  hidden: Record<string, string>
  back: string
}

export function EraseQuestion({ email, leads, conversations, action, hidden, back }: EraseProps) {
  const t = useTranslations('OperatorLeads.erase')
  return (
    <section id="erase" className="summary" aria-labelledby="erase-title">
      <h2 id="erase-title">{t('title')}</h2>
      <p>{email === '' ? t('alone', { conversations }) : t('all', { email, leads, conversations })}</p>
      <p>{t('final')}</p>
      <ConsoleForm action={action} hidden={hidden} className="row">
        <button type="submit" className="button">
          {t('confirm')}
        </button>
        <a href={back}>{t('cancel')}</a>
      </ConsoleForm>
    </section>
  )
}
