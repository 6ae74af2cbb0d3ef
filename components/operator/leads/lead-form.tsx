import { useLocale, useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import type { Typed } from '@/lib/console/leads/action-handler'
import { progressOf, type StoredLead } from '@/lib/leads/list-store'
import { maxNote, maxOwner } from '@/lib/leads/query'
import { consoleAddress, leadPath } from '@/lib/operator/console-paths'
import { ConsoleForm } from '../console-parts'
import { KeepTyped } from './form-helpers'

const formId = 'lead-form'

type Props = {
  lead: StoredLead
  operator: string
  owners: string[]
  /** Was not saved: shown beside what is stored now. */
  typed: Typed | undefined
  list: Record<string, string>
}

export function LeadForm({ lead, operator, owners, typed, list }: Props) {
  const t = useTranslations('OperatorLeads')
  const erase = consoleAddress(useLocale(), leadPath(lead.id), { step: 'erase', ...list })
  const stored = { note: lead.note, owner: lead.owner ?? '', reminder: lead.remindOn ?? '' }
  const previous = Object.entries(stored).map(([name, value]) => [`previous_${name}`, value])
  const fieldOf = (name: keyof typeof stored) => {
    const isOther = typed?.[name] !== undefined && typed[name] !== stored[name]
    const hint = isOther ? t('form.now', { value: stored[name] || t('form.empty') }) : undefined
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
        {/* The browser's own choice when Enter is pressed in a field. */}
        <button type="submit" name="action" value="save" className="visually-hidden" tabIndex={-1} aria-hidden="true">
          {t('form.save')}
        </button>
        <div className="lead-buttons">
          {buttonsOf(lead).map((action) => (
            <button key={action} type="submit" name="action" value={action} className="quiet-button">
              {t(`actions.${action}`)}
            </button>
          ))}
          {lead.owner !== operator && (
            <button type="submit" name="action" value="take" className="quiet-button">
              {t('form.take')}
            </button>
          )}
        </div>
        <Field {...fieldOf('note')} rows={5} label={t('note.label')} maxLength={maxNote} />
        <div className="lead-row">
          <Field
            {...fieldOf('owner')}
            list="lead-owners"
            label={t('actions.owner')}
            placeholder={t('nobody')}
            maxLength={maxOwner}
          />
          <Field {...fieldOf('reminder')} type="date" label={t('reminder.label')} />
        </div>
        <datalist id="lead-owners">
          {owners.map((owner) => (
            <option key={owner} value={owner} />
          ))}
        </datalist>
        <div className="lead-buttons">
          <button type="submit" name="action" value="save" className="button">
            {t('form.save')}
          </button>
          <a className="text-link" href={`${erase}#erase`}>
            {t('erase.link')}
          </a>
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
    ...(progress === 'undelivered' || progress === 'abandoned' ? (['retry'] as const) : []),
    lead.status === 'handled' ? ('reopen' as const) : ('handle' as const),
  ]
}
