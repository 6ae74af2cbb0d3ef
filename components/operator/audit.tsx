import { useLocale, useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import type { loadAudit } from '@/lib/console/audit'
import { auditDays, auditedActions } from '@/lib/operator/audit-store'
import { consoleAddress, consolePaths } from '@/lib/operator/console-paths'
import {
  InvalidFilters,
  Moment,
  type Option,
  Pager,
  SubmitButton,
} from './console-parts'

type Props = Awaited<ReturnType<typeof loadAudit>>

export function Audit({ page, people, filters, invalid, isOlder }: Props) {
  const t = useTranslations('Operator.audit')
  const isFiltered = filters.who ?? filters.action
  const none = isFiltered || isOlder ? 'noneFound' : 'none'
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="hint">{t('intro', { days: auditDays })}</p>
      <AuditFilters people={people} filters={filters} />
      <InvalidFilters
        labels={invalid.map((name) => t(name === 'who' ? 'person' : name))}
      />
      {page.entries.length === 0 && <p className="empty-state">{t(none)}</p>}
      <ul className="console-rows">
        {page.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <Pager
        label={t('pages')}
        links={[
          isOlder && {
            to: consolePaths.audit,
            query: filters,
            rel: 'prev',
            label: t('newest'),
          },
          page.next !== undefined && {
            to: consolePaths.audit,
            query: { ...filters, after: page.next },
            rel: 'next',
            label: t('older'),
          },
        ]}
      />
    </>
  )
}

function AuditFilters({ people, filters }: Pick<Props, 'people' | 'filters'>) {
  const t = useTranslations('Operator.audit')
  const any: Option = ['', t('any')]
  const actions = auditedActions.map((action): Option => {
    return [action, t(`actions.${action}`)]
  })
  return (
    <form
      action={consoleAddress(useLocale(), consolePaths.audit)}
      className="row"
    >
      <Field
        id="audit-who"
        name="who"
        label={t('person')}
        defaultValue={filters.who}
        options={[any, ...people.map((name): Option => [name, name])]}
      />
      <Field
        id="audit-action"
        name="action"
        label={t('action')}
        defaultValue={filters.action}
        options={[any, ...actions]}
      />
      <SubmitButton label={t('submit')} />
    </form>
  )
}

function Entry({ entry }: { entry: Props['page']['entries'][number] }) {
  const t = useTranslations('Operator.audit')
  const { operator, action, subject, count, at } = entry
  const known = auditedActions.find((name) => name === action)
  const named = subject && action !== 'listed' ? subject : undefined
  return (
    <li className="console-row">
      <span>
        <strong>{operator === '*' ? t('anyone') : operator}</strong>{' '}
        {known ? t(`actions.${known}`) : action}
        {count !== null && ` (${t('leads', { count })})`}
      </span>
      {named && <code className="soft small">{named}</code>}
      <span className="soft">
        <Moment at={at} />
      </span>
    </li>
  )
}
