import { useTranslations } from 'next-intl'
import { Fragment } from 'react'
import { Field } from '@/components/ui/field'
import type { FieldProblems } from '@/lib/http/handler'
import type { RefusedInput } from '@/lib/http/refused-input-store'
import { translateIfKnown } from '@/lib/i18n/translate-if-known'
import { contactDefinitionOf } from '@/lib/leads/contact-fields'
import { correctableFields } from '@/lib/leads/editable-lead'
import type { StoredLead } from '@/lib/leads/list-store'
import { undeliveredChannels } from '@/lib/leads/progress'
import { maxNote, maxOwner } from '@/lib/leads/query'
import { leadStages, stageOf } from '@/lib/leads/stages'
import { itemPath } from '@/lib/operator/console-paths'
import { hasRole } from '@/lib/operator/roles'
import { isolateDirection } from '@/lib/shown-text'
import { recordOf } from '@/lib/text'
import { ConsoleForm, ConsoleLink, SubmitButton } from '../console-parts'
import { WarnBeforeLeaving } from '../form-helpers'

const formId = 'lead-form'

type Props = {
  lead: StoredLead
  operator: string
  owners: string[]
  /** Input that was not saved, shown next to what is stored now. */
  refused: RefusedInput | undefined
  /** The query of the list from which the lead was opened. */
  listQuery: Record<string, string>
}

export function LeadForm(props: Props) {
  const t = useTranslations('OperatorLeads')
  const { lead, owners, listQuery } = props
  const { stored, isEdited, fieldOf } = useFields(props)
  return (
    <section className="lead-panel" aria-label={t('actions.title')}>
      <ConsoleForm
        id={formId}
        action={`/api/operator/leads/${lead.id}`}
        className="lead-form"
        hidden={{ ...listQuery, ...previousOf(stored) }}
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
          options={leadStages.map((stage) => [stage, t(`stages.${stage}`)])}
        />
        <div className="lead-row">
          <Field
            {...fieldOf('owner')}
            list="lead-owners"
            placeholder={t('nobody')}
          />
          <Field {...fieldOf('reminder')} type="date" />
        </div>
        <datalist id="lead-owners">
          {owners.map((owner) => (
            <option key={owner} value={owner} />
          ))}
        </datalist>
        <Field {...fieldOf('note')} rows={4} />
        <details open={correctableFields.some(isEdited)}>
          <summary>{t('form.correct')}</summary>
          {correctableFields.map((field) => (
            <Field key={field} {...fieldOf(field)} />
          ))}
        </details>
        <Buttons {...props} />
      </ConsoleForm>
      <WarnBeforeLeaving form={formId} />
    </section>
  )
}

function Buttons({ lead, operator, listQuery }: Props) {
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
            query={{ step: 'erase', ...listQuery }}
            hash="#erase"
            className="text-link"
            label={t('erase.link')}
          />
        )}
      </div>
    </>
  )
}

/** Links to the fields whose input was refused. */
export function InvalidFields({ problems }: { problems: FieldProblems }) {
  const t = useTranslations('OperatorLeads.form')
  const invalid = Object.entries(useLabels()).filter(([name]) => problems[name])
  if (invalid.length === 0) return null
  return (
    <>
      {t('toCorrect')}
      {invalid.map(([name, label]) => (
        <Fragment key={name}>
          {' '}
          <a href={`#${name}`}>{label}</a>
        </Fragment>
      ))}
    </>
  )
}

function useLabels(): Record<string, string> {
  const t = useTranslations('OperatorLeads')
  const labels = useTranslations('ContactForm')
  return {
    stage: t('stage'),
    owner: t('actions.owner'),
    reminder: t('reminder.label'),
    note: t('note.label'),
    ...recordOf(correctableFields, labels),
  }
}

const maxLengths: Record<string, number> = {
  owner: maxOwner,
  note: maxNote,
  ...recordOf(correctableFields, (field) => contactDefinitionOf(field).max),
}

function useFields({ lead, refused }: Props) {
  const t = useTranslations('OperatorLeads')
  const labels = useLabels()
  const typed = refused?.values
  const stored: Record<string, string> = {
    stage: stageOf(lead),
    owner: lead.owner ?? '',
    reminder: lead.remindOn ?? '',
    ...recordOf(correctableFields, (field) => lead[field]),
  }

  function wordOf(name: string): string {
    if (name === 'stage') return t(`stages.${stageOf(lead)}`)
    return stored[name] || t('form.empty')
  }

  /** Whether the field contains unsaved input. */
  function isEdited(name: string): boolean {
    return typed?.[name] !== undefined && typed[name] !== stored[name]
  }

  function hintOf(name: string): string | undefined {
    return isEdited(name) && name in stored
      ? t('form.now', { value: isolateDirection(wordOf(name)) })
      : undefined
  }

  function errorOf(name: string): string | undefined {
    const [code] = refused?.fields?.[name] ?? []
    if (code === undefined) return undefined
    const values = { max: maxLengths[name] ?? 0 }
    return (
      translateIfKnown(t, `form.errors.${code}`, values) ??
      t('form.errors.invalid')
    )
  }

  function fieldOf(name: string) {
    return {
      id: name,
      name,
      label: labels[name] ?? name,
      hint: hintOf(name),
      error: errorOf(name),
      defaultValue: typed?.[name] ?? stored[name],
      maxLength: maxLengths[name],
    }
  }

  return { stored, isEdited, fieldOf }
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
