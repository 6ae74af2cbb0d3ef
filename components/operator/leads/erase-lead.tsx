import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { unpackFilters } from '@/lib/console/leads/list-query'
import type { StoredLead } from '@/lib/leads/list-store'
import { consoleAddress, consolePaths, leadPath } from '@/lib/operator/console-paths'
import { ConsoleForm } from '../console-parts'

type Erasable = { list: string | undefined; leads: number; conversations: number }

/** Asks whether to erase a lead and everything of its address. */
export function EraseLead({ lead, list, leads, conversations }: Erasable & { lead: StoredLead }) {
  const t = useTranslations('OperatorLeads.erase')
  const back = consoleAddress(useLocale(), leadPath(lead.id), list ? { list } : {})
  return (
    <Question
      what={lead.email === '' ? t('alone', { conversations }) : t('all', { email: lead.email, leads, conversations })}
      action={`/api/operator/leads/${lead.id}/erase`}
      back={back}
    >
      <input type="hidden" name="list" value={list ?? ''} />
    </Question>
  )
}

/** Asks whether to erase everything of an address that was searched for. */
export function EraseAddress({ email, list, leads, conversations }: Erasable & { email: string }) {
  const t = useTranslations('OperatorLeads.erase')
  const back = consoleAddress(useLocale(), consolePaths.leads, unpackFilters(list).filters)
  return (
    <Question what={t('all', { email, leads, conversations })} action="/api/operator/leads" back={back}>
      <input type="hidden" name="action" value="erase" />
      <input type="hidden" name="email" value={email} />
    </Question>
  )
}

type QuestionProps = { what: string; action: `/api/${string}`; back: string; children: ReactNode }

function Question({ what, action, back, children }: QuestionProps) {
  const t = useTranslations('OperatorLeads.erase')
  return (
    <section id="erase" className="summary" aria-labelledby="erase-title">
      <h2 id="erase-title">{t('title')}</h2>
      <p>{what}</p>
      <p>{t('final')}</p>
      <ConsoleForm action={action} className="row">
        {children}
        <button type="submit" className="button">
          {t('confirm')}
        </button>
        <a href={back}>{t('cancel')}</a>
      </ConsoleForm>
    </section>
  )
}
