import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
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
  list: string | undefined
}

/** Everything that an operator can do with a lead, in one form: each button saves what was typed. */
export function LeadForm({ lead, operator, owners, typed, list }: Props) {
  const t = useTranslations('OperatorLeads')
  const erase = consoleAddress(useLocale(), leadPath(lead.id), { step: 'erase', ...(list && { list }) })
  const stored = { note: lead.note, owner: lead.owner ?? '', reminder: lead.remindOn ?? '' }
  const shown = { ...stored, ...typed }
  const hintOf = (name: keyof typeof stored, usual?: string) => {
    const isOther = typed?.[name] !== undefined && typed[name] !== stored[name]
    return isOther ? t('form.now', { value: stored[name] || t('form.empty') }) : usual
  }
  return (
    <section className="lead-panel" aria-label={t('actions.title')}>
      <ConsoleForm id={formId} action={`/api/operator/leads/${lead.id}`} className="lead-form">
        <input type="hidden" name="list" value={list ?? ''} />
        {Object.entries(stored).map(([name, value]) => (
          <input key={name} type="hidden" name={`previous_${name}`} value={value} />
        ))}
        {/* The browser's own choice when Enter is pressed in a field. */}
        <button type="submit" name="action" value="save" className="visually-hidden" tabIndex={-1} aria-hidden="true">
          {t('form.save')}
        </button>
        <div className="lead-buttons">
          <MainButtons lead={lead} />
          {lead.owner !== operator && <Button value="take">{t('form.take')}</Button>}
        </div>
        <Field
          id="note"
          name="note"
          rows={5}
          label={t('note.label')}
          hint={hintOf('note')}
          defaultValue={shown.note}
          maxLength={maxNote}
        />
        <div className="lead-row">
          <Field
            id="owner"
            name="owner"
            list="lead-owners"
            label={t('actions.owner')}
            hint={hintOf('owner', t('actions.ownerHint'))}
            defaultValue={shown.owner}
            maxLength={maxOwner}
          />
          <Field
            id="reminder"
            name="reminder"
            type="date"
            label={t('reminder.label')}
            hint={hintOf('reminder')}
            defaultValue={shown.reminder}
          />
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

function MainButtons({ lead }: { lead: StoredLead }) {
  const t = useTranslations('OperatorLeads.actions')
  const progress = progressOf(lead)
  const main = lead.status === 'handled' ? 'reopen' : 'handle'
  return (
    <>
      {progress === 'quarantined' && <Button value="release">{t('release')}</Button>}
      {(progress === 'undelivered' || progress === 'abandoned') && <Button value="retry">{t('retry')}</Button>}
      <Button value={main}>{t(main)}</Button>
    </>
  )
}

function Button({ value, children }: { value: string; children: ReactNode }) {
  return (
    <button type="submit" name="action" value={value} className="quiet-button">
      {children}
    </button>
  )
}
