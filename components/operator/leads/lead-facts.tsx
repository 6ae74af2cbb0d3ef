import { useTranslations } from 'next-intl'
import { isLocale } from '@/lib/i18n/routing'
import {
  type ContactField,
  contactDefinitionOf,
  referenceOf,
} from '@/lib/leads/contact-fields'
import { contextRows } from '@/lib/leads/context'
import { markedAsSpam } from '@/lib/leads/delivery/requeue-store'
import { correctableFields } from '@/lib/leads/editable-lead'
import type { StoredLead } from '@/lib/leads/list-store'
import { phoneLinks } from '@/lib/leads/phone-numbers'
import { itemPath } from '@/lib/operator/console-paths'
import { site } from '@/lib/site'
import { ConsoleLink, Facts, Moment, ownNameOf } from '../console-parts'
import { ReasonWords } from './lead-state'

export function LeadFacts({
  lead,
  session,
}: {
  lead: StoredLead
  session: string | undefined
}) {
  const t = useTranslations('OperatorLeads')
  const labels = useTranslations('ContactForm')
  const contextLabels = useTranslations('LeadContext')
  const isFromChat = lead.source === 'chat'
  const given = correctableFields.filter((field) => lead[field] !== '')
  const contactRows = given.map(
    (field) =>
      [labels(field), <Value key={field} field={field} lead={lead} />] as const,
  )
  const rows = [
    ...contactRows,
    [t('columns.language'), ownNameOf(lead.language)] as const,
    [
      t('columns.received'),
      <Moment key="received" at={lead.receivedAt} />,
    ] as const,
    lead.updatedAt !== null &&
      ([t('updated'), <Moment key="updated" at={lead.updatedAt} />] as const),
    [t('source'), t(`sources.${isFromChat ? 'chat' : 'form'}`)] as const,
  ]
  const context = contextRows(lead)
  return (
    <section aria-label={t('facts')}>
      {lead.quarantine !== null && (
        <div className="outcome outcome-bad">
          <p>
            {lead.quarantine === markedAsSpam
              ? t('heldBackByHand')
              : t('heldBack', { score: lead.spamScore })}
          </p>
          <p>
            <ReasonWords codes={lead.quarantine} />
          </p>
        </div>
      )}
      <h2>{t(isFromChat ? 'transcript' : 'message')}</h2>
      <p
        className="lead-message"
        lang={isLocale(lead.language) ? lead.language : undefined}
      >
        {lead.message}
      </p>
      {session && (
        <p>
          <ConsoleLink
            to={itemPath('questions', session)}
            label={t('wholeConversation')}
          />
        </p>
      )}
      <Facts rows={rows} />
      {context.length > 0 && (
        <>
          <h2>{t('context')}</h2>
          <Facts
            rows={context.map(([field, value]) => [
              contextLabels(field),
              value,
            ])}
          />
        </>
      )}
    </section>
  )
}

function Value({ field, lead }: { field: ContactField; lead: StoredLead }) {
  const value = lead[field]
  const { kind } = contactDefinitionOf(field)
  const subject = encodeURIComponent(`${site.brand}: ${referenceOf(lead.id)}`)
  if (kind === 'email')
    return <a href={`mailto:${value}?subject=${subject}`}>{value}</a>
  const links = kind === 'phone' ? phoneLinks(value, lead.language) : []
  if (links.length === 0) return value
  return links.map(({ shown, href }) => (
    <a key={href} href={href} className="lead-phone">
      {links.length === 1 ? value : shown}
    </a>
  ))
}
