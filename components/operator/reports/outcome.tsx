import { useTranslations } from 'next-intl'
import type { Query } from '@/lib/operator/console-address'

const done = ['saved', 'added', 'discarded', 'withdrawn', 'restored'] as const
const problems = [
  'fields',
  'too_large',
  'not_pdf',
  'no_space',
  'malformed',
  'rate_limited',
  'already_replaced',
  'already_withdrawn',
  'not_withdrawn',
  'unknown_report',
  'key_reused',
  'not_found',
] as const

/** What became of the change that led to this page. */
export function Outcome({ query }: { query: Query }) {
  const t = useTranslations('OperatorReports')
  const succeeded = done.find((code) => code === query.done)
  const failed = problems.find((code) => code === query.problem)
  if (succeeded) {
    return (
      <p className="outcome outcome-good" role="status">
        {t(`done.${succeeded}`)}
      </p>
    )
  }
  return failed ? (
    <p className="outcome outcome-bad" role="alert">
      {t(`problems.${failed}`)}
    </p>
  ) : null
}
