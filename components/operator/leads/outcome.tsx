import { useTranslations } from 'next-intl'
import { actionResults } from '@/lib/console/leads/actions'
import type { Query } from '@/lib/operator/console-address'

const problems = ['note_changed', 'invalid', 'gone'] as const

/** What became of the form that led here. */
export function Outcome({ query }: { query: Query }) {
  const t = useTranslations('OperatorLeads')
  const problem = problems.find((code) => code === query.problem)
  if (problem) {
    return (
      <p className="outcome outcome-bad" role="alert">
        {t(`problems.${problem}`)}
      </p>
    )
  }
  const done = actionResults.find((code) => code === query.done)
  if (!done || done === 'note_changed') return null
  const leads = /^\d{1,6}$/.test(String(query.leads)) ? Number(query.leads) : 1
  return (
    <p className="outcome outcome-good" role="status">
      {t(`done.${done}`, { leads })}
    </p>
  )
}
