import { useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import type { Traces } from '@/lib/leads/erase-store'
import type { StoredLead } from '@/lib/leads/list-store'
import { progressOf } from '@/lib/leads/progress'
import { maxNote, maxOwner } from '@/lib/leads/query'
import type { Typed } from '@/lib/operator/console'
import { itemPath, type Query } from '@/lib/operator/console-paths'
import { hasRole } from '@/lib/operator/roles'
import { ConsoleForm, ConsoleLink, SubmitButton } from '../console-parts'
import { KeepTyped } from '../form-helpers'

const formId = 'lead-form'

type Props = {
  lead: StoredLead
  operator: string
  owners: string[]
  /** Input that was not saved; shown next to what is stored now. */
  typed: Typed | undefined
  list: Record<string, string>
}

export function LeadForm({ lead, operator, owners, typed, list }: Props) {
  const t = useTranslations('OperatorLeads')
  const erase = {
    to: itemPath('leads', lead.id),
    query: { step: 'erase', ...list },
    hash: '#erase',
  }
  const stored = {
    note: lead.note,
    owner: lead.owner ?? '',
    reminder: lead.remindOn ?? '',
  }
  const previous = Object.entries(stored).map(([name, value]) => [
    `previous_${name}`,
    value,
  ])
  const fieldOf = (name: keyof typeof stored) => {
    const isOther = typed?.[name] !== undefined && typed[name] !== stored[name]
    const hint = isOther
      ? t('form.now', { value: stored[name] || t('form.empty') })
      : undefined
    return { id: name, name, hint, defaultValue: typed?.[name] ?? stored[name] }
  }
  return (
    <section className="lead-panel" aria-label={t('actions.title')}>
      <ConsoleForm
        id={formId}
        action={`/api/operator/leads/${lead.id}`}
        className="lead-form"
        hidden={{ ...list, ...Object.fromEntries(previous) }}
      >
        {/* Enter in a field presses the first button. */}
        <SubmitButton
          name="action"
          value="save"
          className="visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          label={t('form.save')}
        />
        <div className="lead-buttons">
          {buttonsOf(lead).map((action) => (
            <SubmitButton
              key={action}
              name="action"
              value={action}
              label={t(`actions.${action}`)}
            />
          ))}
          {lead.owner !== operator && (
            <SubmitButton name="action" value="take" label={t('form.take')} />
          )}
        </div>
        <Field
          {...fieldOf('note')}
          rows={5}
          label={t('note.label')}
          maxLength={maxNote}
        />
        <div className="lead-row">
          <Field
            {...fieldOf('owner')}
            list="lead-owners"
            label={t('actions.owner')}
            placeholder={t('nobody')}
            maxLength={maxOwner}
          />
          <Field
            {...fieldOf('reminder')}
            type="date"
            label={t('reminder.label')}
          />
        </div>
        <datalist id="lead-owners">
          {owners.map((owner) => (
            <option key={owner} value={owner} />
          ))}
        </datalist>
        <div className="lead-buttons">
          <SubmitButton
            name="action"
            value="save"
            className="button"
            label={t('form.save')}
          />
          {hasRole(operator, 'admin') && (
            <ConsoleLink
              {...erase}
              className="text-link"
              label={t('erase.link')}
            />
          )}
        </div>
      </ConsoleForm>
      <KeepTyped form={formId} />
    </section>
  )
}

function buttonsOf(lead: StoredLead) {
  const progress = progressOf(lead)
  return [
    ...(progress === 'quarantined' ? (['release'] as const) : []),
    ...(progress === 'undelivered' || progress === 'abandoned'
      ? (['retry'] as const)
      : []),
    lead.status === 'handled' ? ('reopen' as const) : ('handle' as const),
  ]
}

type EraseProps = {
  email: string
  traces: Traces
  action: `/api/${string}`
  hidden: Record<string, string>
  back: { to: string; query: Query }
}

/** Asks for confirmation before everything stored about a person is erased. */
export function EraseQuestion({
  email,
  traces,
  action,
  hidden,
  back,
}: EraseProps) {
  const t = useTranslations('OperatorLeads.erase')
  const [leads, conversations] = [traces.leads.length, traces.sessions.length]
  return (
    <section id="erase" className="summary" aria-labelledby="erase-title">
      <h2 id="erase-title">{t('title')}</h2>
      <p>
        {email === ''
          ? t('alone', { conversations })
          : t('all', { email, leads, conversations })}
      </p>
      <p>{t('final')}</p>
      <ConsoleForm action={action} hidden={hidden} className="row">
        <SubmitButton className="button" label={t('confirm')} />
        <ConsoleLink {...back} label={t('cancel')} />
      </ConsoleForm>
    </section>
  )
}
