import { useTranslations } from 'next-intl'
import { type Filters, packFilters } from '@/lib/console/leads/list-query'
import { salesChannels } from '@/lib/leads/delivery/channels'
import type { StoredLead } from '@/lib/leads/list-store'
import { undeliveredChannels } from '@/lib/leads/progress'
import { leadStages } from '@/lib/leads/stages'
import { consolePaths, type Query } from '@/lib/operator/console-paths'
import { isolateDirection } from '@/lib/shown-text'
import { ConsoleForm, ConsoleLink, SubmitButton } from '../console-parts'

export const bulkForm = 'lead-bulk'

export type BulkProps = {
  leads: StoredLead[]
  /** How many leads match the filters. */
  count: number
  filters: Filters
  owners: string[]
  operator: string
}

/** Changes the selected leads, or all that match. */
export function BulkBar({
  leads,
  count,
  filters,
  owners,
  operator,
}: BulkProps) {
  const t = useTranslations('OperatorLeads')
  const channel = channelOf(filters.missing)
  return (
    <ConsoleForm
      id={bulkForm}
      action="/api/operator/leads"
      className="lead-bulk"
      hidden={{ ...packFilters(filters), channel }}
    >
      <span className="soft">{t('bulk.selected')}</span>
      {count > leads.length && (
        <label className="lead-all">
          <input type="checkbox" name="all" value="1" />
          {t('bulk.match', { count })}
        </label>
      )}
      <StageChoice />
      <OwnerChoice owners={owners} operator={operator} />
      <DeliveryButtons leads={leads} channel={channel} />
    </ConsoleForm>
  )
}

function StageChoice() {
  const t = useTranslations('OperatorLeads')
  return (
    <span className="lead-choice">
      <select name="stage" defaultValue="contacted" aria-label={t('stage')}>
        {leadStages.map((stage) => (
          <option key={stage} value={stage}>
            {t(`stages.${stage}`)}
          </option>
        ))}
      </select>
      <SubmitButton name="action" value="stage" label={t('bulk.stage')} />
    </span>
  )
}

function OwnerChoice({
  owners,
  operator,
}: Pick<BulkProps, 'owners' | 'operator'>) {
  const t = useTranslations('OperatorLeads')
  return (
    <span className="lead-choice">
      <select
        name="owner"
        defaultValue={operator}
        aria-label={t('actions.owner')}
      >
        <option value="">{t('nobody')}</option>
        {owners.map((owner) => (
          <option key={owner}>{owner}</option>
        ))}
      </select>
      <SubmitButton name="action" value="assign" label={t('bulk.assign')} />
    </span>
  )
}

type ButtonsProps = {
  leads: StoredLead[]
  channel: ReturnType<typeof channelOf>
}

function DeliveryButtons({ leads, channel }: ButtonsProps) {
  const t = useTranslations('OperatorLeads')
  const hasQuarantined = leads.some(({ quarantine }) => quarantine !== null)
  const hasAccepted = leads.some(({ quarantine }) => quarantine === null)
  const isUndelivered = leads.some(
    (lead) => undeliveredChannels(lead).length > 0,
  )
  return (
    <>
      {isUndelivered && (
        <SubmitButton
          name="action"
          value="retry"
          label={
            channel
              ? t('bulk.deliver', { way: t(`channels.${channel}`) })
              : t('actions.retry')
          }
        />
      )}
      {hasQuarantined && (
        <SubmitButton
          name="action"
          value="release"
          label={t('actions.release')}
        />
      )}
      {hasAccepted && (
        <SubmitButton name="action" value="spam" label={t('actions.spam')} />
      )}
    </>
  )
}

function channelOf(value: unknown) {
  return salesChannels.find((channel) => channel === value)
}

const bulkActions = ['stage', 'assign', 'release', 'retry', 'spam'] as const

type QuestionProps = { filters: Filters; count: number; query: Query }

/** Asks for confirmation before all leads that match are changed. */
export function BulkQuestion({ filters, count, query }: QuestionProps) {
  const t = useTranslations('OperatorLeads')
  const action = bulkActions.find((known) => known === query.bulk_action)
  const stage = leadStages.find((known) => known === query.bulk_stage)
  const channel = channelOf(query.bulk_channel)
  const owner = String(query.bulk_owner ?? '')
  if (!action || count === 0) return null
  const sentence = action === 'retry' && channel ? 'deliver' : action
  const values = {
    count,
    stage: t(`stages.${stage ?? 'contacted'}`),
    owner: isolateDirection(owner || t('nobody')),
    way: t(`channels.${channel ?? 'mail'}`),
  }
  return (
    <section className="summary" aria-labelledby="bulk-title">
      <h2 id="bulk-title">{t('bulk.title', { count })}</h2>
      <p>{t(`bulk.ask.${sentence}`, values)}</p>
      <ConsoleForm
        action="/api/operator/leads"
        className="row"
        hidden={{
          ...packFilters(filters),
          all: '1',
          before: new Date().toISOString(),
          action,
          owner,
          stage,
          channel,
        }}
      >
        <SubmitButton className="button" label={t('bulk.confirm')} />
        <ConsoleLink
          to={consolePaths.leads}
          query={filters}
          label={t('erase.cancel')}
        />
      </ConsoleForm>
    </section>
  )
}
