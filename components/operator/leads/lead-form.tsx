import { useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import type { RefusedFields } from '@/lib/console/refused-form'
import { contactDefinitionOf } from '@/lib/leads/contact-fields'
import { correctableFields } from '@/lib/leads/editable-lead'
import type { StoredLead } from '@/lib/leads/list-store'
import { undeliveredChannels } from '@/lib/leads/progress'
import { maxNote, maxOwner } from '@/lib/leads/query'
import { leadStages, stageOf } from '@/lib/leads/stages'
import { itemPath } from '@/lib/operator/console-paths'
import { hasRole } from '@/lib/operator/roles'
import { isolateDirection } from '@/lib/shown-text'
import { ConsoleForm, ConsoleLink, SubmitButton } from '../console-parts'
import { WarnBeforeLeaving } from '../form-helpers'

const formId = 'lead-form'

type Props = {
  lead: StoredLead
  operator: string
  owners: string[]
  /** Input that was not saved, shown next to what is stored now. */
  typed: RefusedFields | undefined
  list: Record<string, string>
}

export function LeadForm(props: Props) {
  const t = useTranslations('OperatorLeads')
  const { lead, owners, typed, list } = props
  const { stored, fieldOf } = useFields(props)
  return (
    <section className="lead-panel" aria-label={t('actions.title')}>
      <ConsoleForm
        id={formId}
        action={`/api/operator/leads/${lead.id}`}
        className="lead-form"
        hidden={{ ...list, ...previousOf(stored) }}
      >
        {/* Comes first, because Enter in a field presses the first button. */}
        <SubmitButton
          name="action"
          value="save"
          className="visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          label={t('form.save')}
        />
        <Field
          {...fieldOf('stage')}
          label={t('stage')}
          options={leadStages.map((each) => [each, t(`stages.${each}`)])}
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
        <Field
          id="note"
          name="note"
          rows={4}
          label={t('note.label')}
          defaultValue={typed?.note}
          maxLength={maxNote}
        />
        <Corrections {...props} />
        <Buttons {...props} />
      </ConsoleForm>
      <WarnBeforeLeaving form={formId} />
    </section>
  )
}

function Buttons({ lead, operator, list }: Props) {
  const t = useTranslations('OperatorLeads')
  return (
    <>
      <div className="lead-buttons">
        <SubmitButton
          name="action"
          value="save"
          className="button"
          label={t('form.save')}
        />
        <SubmitButton
          name="action"
          value="next"
          label={t(stageOf(lead) === 'new' ? 'form.contacted' : 'form.next')}
        />
      </div>
      <div className="lead-buttons">
        {lead.owner !== operator && (
          <SubmitButton name="action" value="take" label={t('form.take')} />
        )}
        {buttonsOf(lead).map((action) => (
          <SubmitButton
            key={action}
            name="action"
            value={action}
            label={t(`actions.${action}`)}
          />
        ))}
        {hasRole(operator, 'admin') && (
          <ConsoleLink
            to={itemPath('leads', lead.id)}
            query={{ step: 'erase', ...list }}
            hash="#erase"
            className="text-link"
            label={t('erase.link')}
          />
        )}
      </div>
    </>
  )
}

/** Lists the contact fields, collapsed unless one contains unsaved input. */
function Corrections(props: Props) {
  const t = useTranslations('OperatorLeads.form')
  const labels = useTranslations('ContactForm')
  const { stored, fieldOf } = useFields(props)
  const isOpen = correctableFields.some((field) => {
    const value = props.typed?.[field]
    return value !== undefined && value !== stored[field]
  })
  return (
    <details open={isOpen}>
      <summary>{t('correct')}</summary>
      {correctableFields.map((field) => (
        <Field
          key={field}
          {...fieldOf(field)}
          label={labels(field)}
          maxLength={contactDefinitionOf(field).max}
        />
      ))}
    </details>
  )
}

function useFields({ lead, typed }: Props) {
  const t = useTranslations('OperatorLeads')
  const contact = correctableFields.map((field) => [field, lead[field]])
  const stored: Record<string, string> = {
    stage: stageOf(lead),
    owner: lead.owner ?? '',
    reminder: lead.remindOn ?? '',
    ...Object.fromEntries(contact),
  }
  function wordOf(name: string): string {
    if (name === 'stage') return t(`stages.${stageOf(lead)}`)
    return stored[name] || t('form.empty')
  }
  function fieldOf(name: string) {
    const isOther = typed?.[name] !== undefined && typed[name] !== stored[name]
    const hint = isOther
      ? t('form.now', { value: isolateDirection(wordOf(name)) })
      : undefined
    return { id: name, name, hint, defaultValue: typed?.[name] ?? stored[name] }
  }
  return { stored, fieldOf }
}

function previousOf(stored: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [`previous_${name}`, value]),
  )
}

function buttonsOf(lead: StoredLead) {
  if (lead.quarantine !== null) return ['release'] as const
  return undeliveredChannels(lead).length > 0
    ? (['retry', 'spam'] as const)
    : (['spam'] as const)
}
