import { useLocale, useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import type { Filters } from '@/lib/console/leads/list-query'
import { languages, routing } from '@/lib/i18n/routing'
import { leadStates, leadStatuses, maxOwner } from '@/lib/leads/query'
import { consoleAddress } from '@/lib/operator/console-address'
import { consolePaths } from '@/lib/operator/console-paths'
import { Choice } from './choice'

/** The form that filters the list, whose address it becomes. */
export function LeadFilters({ filters, owners }: { filters: Filters; owners: string[] }) {
  const t = useTranslations('OperatorLeads')
  const list = consoleAddress(useLocale(), consolePaths.leads)
  return (
    <search>
      <form action={list} className="lead-filters">
        <Field
          id="lead-q"
          name="q"
          type="search"
          label={t('filters.q')}
          hint={t('filters.qHint')}
          defaultValue={filters.q}
          maxLength={200}
        />
        <div className="lead-choices">
          <Choice
            {...{ id: 'lead-state', name: 'state', label: t('filters.state'), any: t('filters.any') }}
            value={filters.state}
            options={leadStates.map((value) => ({ value, label: t(`progress.${value}`) }))}
          />
          <Choice
            {...{ id: 'lead-status', name: 'status', label: t('filters.status'), any: t('filters.any') }}
            value={filters.status}
            options={leadStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
          />
          <Choice
            {...{ id: 'lead-language', name: 'language', label: t('filters.language'), any: t('filters.any') }}
            value={filters.language}
            options={routing.locales.map((value) => ({ value, label: languages[value].name }))}
          />
          <Field
            id="lead-owner"
            name="owner"
            list="lead-owners"
            label={t('filters.owner')}
            defaultValue={filters.owner}
            maxLength={maxOwner}
          />
          <Field id="lead-since" name="since" type="date" label={t('filters.since')} defaultValue={filters.since} />
          <Field id="lead-until" name="until" type="date" label={t('filters.until')} defaultValue={filters.until} />
        </div>
        <OwnerNames owners={owners} />
        <div className="row">
          <button type="submit" className="button">
            {t('filters.submit')}
          </button>
          {Object.keys(filters).length > 0 && <a href={list}>{t('filters.clear')}</a>}
        </div>
      </form>
    </search>
  )
}

/** The names that a field for an owner offers. */
export function OwnerNames({ owners }: { owners: string[] }) {
  return (
    <datalist id="lead-owners">
      {owners.map((owner) => (
        <option key={owner} value={owner} />
      ))}
    </datalist>
  )
}
