import { useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import type { StoredLead } from '@/lib/leads/list-store'
import { maxNote } from '@/lib/leads/query'
import { ConsoleForm } from '../console-form'
import { actionAddress } from './lead-actions'

/** What sales note of a lead. `typed` was not stored, as the note had changed: both are shown. */
export function LeadNote({ lead, typed }: { lead: StoredLead; typed: string | undefined }) {
  const t = useTranslations('OperatorLeads.note')
  return (
    <section>
      <h2>{t('title')}</h2>
      {typed !== undefined && (
        <>
          <p>{t('now')}</p>
          <blockquote className="lead-message">{lead.note}</blockquote>
        </>
      )}
      <ConsoleForm action={actionAddress(lead, 'note')}>
        <input type="hidden" name="previous_note" value={lead.note} />
        <Field
          id="note"
          name="note"
          rows={5}
          label={t(typed === undefined ? 'label' : 'typed')}
          defaultValue={typed ?? lead.note}
          maxLength={maxNote}
        />
        <button type="submit" className="button">
          {t('submit')}
        </button>
      </ConsoleForm>
    </section>
  )
}
