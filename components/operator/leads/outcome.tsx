import { useTranslations } from 'next-intl'
import { actionResults } from '@/lib/console/leads/actions'
import type { Query } from '@/lib/operator/console-address'
import { Notice } from '../notice'

const problems = ['changed', 'invalid', 'gone', 'none_selected'] as const

/** The result of the form that led here. `isTyped`: the page shows something that was typed and is not saved. */
export function Outcome({ query, isTyped = false }: { query: Query; isTyped?: boolean }) {
  const t = useTranslations('OperatorLeads')
  const problem = problems.find((code) => code === query.problem)
  if (problem) return <Notice outcome="bad">{t(`problems.${problem}`)}</Notice>
  // The session had ended when the form was sent.
  if (isTyped) return <Notice outcome="bad">{t('problems.signed_out')}</Notice>
  const done = actionResults.find((code) => code === query.done)
  if (!done || done === 'note_changed') return null
  const leads = /^\d{1,6}$/.test(String(query.leads)) ? Number(query.leads) : 1
  return <Notice outcome="good">{t(`done.${done}`, { leads })}</Notice>
}
