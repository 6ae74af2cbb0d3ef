import { useTranslations } from 'next-intl'
import type { Traces } from '@/lib/leads/erase-store'
import type { Query } from '@/lib/operator/console-paths'
import { isolateDirection } from '@/lib/shown-text'
import { ConsoleForm, ConsoleLink, SubmitButton } from '../console-parts'

type EraseProps = {
  email: string
  traces: Traces
  action: `/api/${string}`
  hidden: Record<string, string>
  back: { to: string; query: Query }
}

/**
 * Asks for confirmation before everything stored about a person is erased, or
 * says that nothing is.
 */
export function EraseQuestion({
  email,
  traces,
  action,
  hidden,
  back,
}: EraseProps) {
  const t = useTranslations('OperatorLeads.erase')
  const leads = traces.leads.length
  const conversations = traces.sessions.length
  const notes = traces.notes.length
  if (leads + conversations + notes === 0)
    return (
      <p className="outcome" role="status">
        {t('nothing', { email: isolateDirection(email) })}{' '}
        <ConsoleLink {...back} label={t('back')} />
      </p>
    )
  return (
    <section id="erase" className="summary" aria-labelledby="erase-title">
      <h2 id="erase-title">{t('title')}</h2>
      <p>
        {email === ''
          ? t('alone', { conversations })
          : t('all', { email: isolateDirection(email), leads, conversations })}
      </p>
      {notes > 0 && <p>{t('notes', { count: notes })}</p>}
      <p>{t('final')}</p>
      <ConsoleForm action={action} hidden={hidden} className="row">
        <SubmitButton className="button" label={t('confirm')} />
        <ConsoleLink {...back} label={t('cancel')} />
      </ConsoleForm>
    </section>
  )
}
