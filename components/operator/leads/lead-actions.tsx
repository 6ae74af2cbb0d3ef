import { useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import type { ActionName } from '@/lib/console/leads/actions'
import { progressOf } from '@/lib/console/leads/list-query'
import type { StoredLead } from '@/lib/leads/list-store'
import { maxOwner } from '@/lib/leads/query'
import { ConsoleForm } from '../console-form'
import { EraseLink } from './erase-lead'
import { OwnerNames } from './lead-filters'

/** What can be done with a lead; what would change nothing is not offered. */
export function LeadActions({ lead, owners }: { lead: StoredLead; owners: string[] }) {
  const t = useTranslations('OperatorLeads.actions')
  const progress = progressOf(lead)
  const offered: ('handle' | 'reopen' | 'release' | 'retry')[] = [lead.status === 'handled' ? 'reopen' : 'handle']
  if (progress === 'quarantined') offered.push('release')
  if (progress === 'undelivered' || progress === 'abandoned') offered.push('retry')
  return (
    <section>
      <h2>{t('title')}</h2>
      <div className="row">
        {offered.map((name) => (
          <ConsoleForm key={name} action={actionAddress(lead, name)}>
            <button type="submit" className="button">
              {t(name)}
            </button>
          </ConsoleForm>
        ))}
      </div>
      <ConsoleForm action={actionAddress(lead, 'assign')} className="lead-owner">
        <Field
          id="owner"
          name="owner"
          list="lead-owners"
          label={t('owner')}
          hint={t('ownerHint')}
          defaultValue={lead.owner ?? ''}
          maxLength={maxOwner}
        />
        <OwnerNames owners={owners} />
        <button type="submit" className="button">
          {t('assign')}
        </button>
      </ConsoleForm>
      <EraseLink lead={lead} />
    </section>
  )
}

export function actionAddress({ id }: StoredLead, name: ActionName): `/api/${string}` {
  return `/api/operator/leads/${id}/${name}`
}
