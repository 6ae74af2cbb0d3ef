import { useLocale, useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import {
  type Filters,
  presetViews,
  stageView,
  unsentView,
} from '@/lib/console/leads/list-query'
import type { LoadedList } from '@/lib/console/leads/load-list'
import { languages, routing } from '@/lib/i18n/routing'
import { configuredSalesChannels } from '@/lib/leads/delivery/configured-channels'
import { leadStates, maxSearch, noOwner } from '@/lib/leads/query'
import { leadStages } from '@/lib/leads/stages'
import {
  consoleAddress,
  consolePaths,
  type Query,
} from '@/lib/operator/console-paths'
import { keysOf } from '@/lib/text'
import { ConsoleLink, type Option, SubmitButton } from '../console-parts'
import './leads.css'

type ViewsProps = Pick<
  LoadedList,
  'operator' | 'quarantined' | 'unsentCount'
> & {
  filters: Query
}

export function Views({
  filters,
  operator,
  quarantined,
  unsentCount,
}: ViewsProps) {
  const t = useTranslations('OperatorLeads.views')
  const views = { ...presetViews(operator), unsent: unsentView }
  const badges: Partial<Record<keyof typeof views, number>> = {
    quarantined: quarantined || undefined,
    unsent: unsentCount || undefined,
  }
  return (
    <Lists
      label={t('label')}
      className="lead-views"
      filters={filters}
      lists={keysOf(views).map((name) => {
        return { query: views[name], label: t(name), count: badges[name] }
      })}
    />
  )
}

/** Links to the leads of each stage and shows how many there are. */
export function Stages({
  filters,
  stages,
}: {
  filters: Query
  stages: LoadedList['stages']
}) {
  const t = useTranslations('OperatorLeads')
  return (
    <Lists
      label={t('stage')}
      className="lead-stages"
      filters={filters}
      lists={leadStages.map((stage) => ({
        query: stageView(stage),
        label: t(`stages.${stage}`),
        count: stages[stage],
      }))}
    />
  )
}

type ListsProps = {
  label: string
  className: string
  filters: Query
  lists: { query: Query; label: string; count: number | undefined }[]
}

/** Links to the lead lists, and marks the current list. */
function Lists({ label, className, filters, lists }: ListsProps) {
  return (
    <nav aria-label={label} className={`console-links ${className}`}>
      <ul>
        {lists.map(({ query, label, count }) => (
          <li key={label}>
            <ConsoleLink
              to={consolePaths.leads}
              query={query}
              aria-current={isSame(query, filters) ? 'true' : undefined}
            >
              {label}
              {count !== undefined && (
                <span className="lead-badge">{count}</span>
              )}
            </ConsoleLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function isSame(one: Query, other: Query): boolean {
  const textOf = (query: Query) => JSON.stringify(Object.entries(query).sort())
  return textOf(one) === textOf(other)
}

export function LeadFilters({
  filters,
  owners,
}: {
  filters: Filters
  owners: string[]
}) {
  const t = useTranslations('OperatorLeads')
  const names = Object.keys(filters)
  const choices = useChoices(owners)
  const fieldOf = (name: keyof typeof choices | 'since' | 'until') => {
    return {
      id: `lead-${name}`,
      name,
      label: t(`filters.${name}`),
      defaultValue: filters[name],
    }
  }
  return (
    <search>
      <form
        action={consoleAddress(useLocale(), consolePaths.leads)}
        className="lead-filters"
      >
        <div className="lead-search">
          <input
            name="q"
            type="search"
            aria-label={t('filters.q')}
            placeholder={t('filters.qHint')}
            defaultValue={filters.q}
            maxLength={maxSearch}
          />
          <SubmitButton label={t('filters.submit')} />
        </div>
        <details>
          <summary className="quiet-button">
            {t('filters.more', {
              count: names.filter((name) => name !== 'q').length,
            })}
          </summary>
          <div className="lead-choices">
            {keysOf(choices).map((name) => (
              <Field
                key={name}
                {...fieldOf(name)}
                options={withChosen(choices[name], filters[name])}
              />
            ))}
            {(['since', 'until'] as const).map((name) => (
              <Field key={name} {...fieldOf(name)} type="date" />
            ))}
          </div>
          {/* Repeats the button, because on a phone the first one is far above
             these fields. */}
          <SubmitButton label={t('filters.apply')} />
        </details>
        {names.length > 0 && (
          <ConsoleLink to={consolePaths.leads} label={t('filters.clear')} />
        )}
      </form>
    </search>
  )
}

function useChoices(owners: string[]) {
  const t = useTranslations('OperatorLeads')
  const any: Option = ['', t('filters.any')]
  return {
    stage: [
      any,
      ['open', t('stages.open')],
      ...leadStages.map((value): Option => [value, t(`stages.${value}`)]),
    ],
    state: [
      any,
      ...leadStates.map((value): Option => [value, t(`progress.${value}`)]),
    ],
    missing: [
      any,
      ...configuredSalesChannels().map(
        (value): Option => [value, t(`channels.${value}`)],
      ),
    ],
    owner: [
      any,
      [noOwner, t('nobody')],
      ...owners.map((owner): Option => [owner, owner]),
    ],
    reminder: [any, ['due', t('filters.reminderDue')]],
    language: [
      any,
      ...routing.locales.map((value): Option => [value, languages[value].name]),
    ],
    order: [
      ['', t('filters.newest')],
      ['oldest', t('filters.oldest')],
    ],
  } satisfies Record<string, Option[]>
}

/**
 * Adds the chosen owner, because a hand-typed address may name an owner who is
 * not in the list.
 */
function withChosen(options: Option[], value = ''): Option[] {
  return options.some(([each]) => each === value)
    ? options
    : [...options, [value, value]]
}
