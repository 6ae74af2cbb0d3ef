import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { isLocale, languages } from '@/lib/i18n/routing'
import { contextRows } from '@/lib/leads/context'
import { type ContactField, contactFields, definitionOf, referenceOf } from '@/lib/leads/fields'
import type { StoredLead } from '@/lib/leads/list-store'
import { phoneLinks } from '@/lib/leads/phone-number'
import { consoleAddress, conversationPath } from '@/lib/operator/console-paths'
import { site } from '@/lib/site'
import { Moment } from '../console-parts'
import { ReasonWords } from './lead-words'

/** The visitor's message and details, as they were typed. */
export function LeadFacts({ lead, session }: { lead: StoredLead; session: string | undefined }) {
  const t = useTranslations('OperatorLeads')
  const locale = useLocale()
  const labels = useTranslations('ContactForm')
  const given = contactFields.filter((field) => definitionOf(field).kind !== 'text' && lead[field] !== '')
  return (
    <section aria-label={t('facts')}>
      {lead.quarantine !== null && (
        <div className="outcome outcome-bad">
          <p>{t('heldBack', { score: lead.spamScore })}</p>
          <p>
            <ReasonWords codes={lead.quarantine} />
          </p>
        </div>
      )}
      <h2>{t(lead.source === 'chat' ? 'transcript' : 'message')}</h2>
      <p className="lead-message" lang={isLocale(lead.language) ? lead.language : undefined}>
        {lead.message}
      </p>
      {session && (
        <p>
          <a href={consoleAddress(locale, conversationPath(session))}>{t('wholeConversation')}</a>
        </p>
      )}
      <dl className="lead-facts">
        {given.map((field) => (
          <Fact key={field} label={labels(field)}>
            <Value field={field} lead={lead} />
          </Fact>
        ))}
        <Fact label={t('columns.language')}>
          {isLocale(lead.language) ? languages[lead.language].name : lead.language}
        </Fact>
        <Fact label={t('columns.received')}>
          <Moment at={lead.receivedAt} />
        </Fact>
        {lead.updatedAt && (
          <Fact label={t('updated')}>
            <Moment at={lead.updatedAt} />
          </Fact>
        )}
        <Fact label={t('source')}>{t(`sources.${lead.source === 'chat' ? 'chat' : 'form'}`)}</Fact>
      </dl>
      <Context lead={lead} />
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Value({ field, lead }: { field: ContactField; lead: StoredLead }) {
  const value = lead[field]
  const { kind } = definitionOf(field)
  const subject = encodeURIComponent(`${site.brand}: ${referenceOf(lead.id)}`)
  if (kind === 'email') return <a href={`mailto:${value}?subject=${subject}`}>{value}</a>
  const [only, ...others] = kind === 'phone' ? phoneLinks(value) : []
  if (!only) return value
  if (others.length === 0) return <a href={only.href}>{value}</a>
  return [only, ...others].map(({ shown, href }) => (
    <a key={href} href={href} className="lead-phone">
      {shown}
    </a>
  ))
}

function Context({ lead }: { lead: StoredLead }) {
  const t = useTranslations('OperatorLeads')
  const labels = useTranslations('LeadContext')
  const rows = contextRows(lead)
  if (rows.length === 0) return null
  return (
    <>
      <h2>{t('context')}</h2>
      <dl className="lead-facts">
        {rows.map(([field, value]) => (
          <Fact key={field} label={labels(field)}>
            {value}
          </Fact>
        ))}
      </dl>
    </>
  )
}
