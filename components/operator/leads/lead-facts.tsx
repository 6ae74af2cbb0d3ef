import { useTranslations } from 'next-intl'
import type { Entry } from '@/lib/console/leads/history'
import { officeDay } from '@/lib/i18n/offices'
import { isLocale } from '@/lib/i18n/routing'
import { contextRows } from '@/lib/leads/context'
import type { Delivery } from '@/lib/leads/delivery/store'
import {
  channels,
  isConfigured,
  salesChannels,
} from '@/lib/leads/delivery/store'
import {
  type ContactField,
  contactFields,
  definitionOf,
  referenceOf,
} from '@/lib/leads/fields'
import type { StoredLead } from '@/lib/leads/list-store'
import { phoneLinks } from '@/lib/leads/normalize'
import { deliveryOn, progressOf } from '@/lib/leads/progress'
import { itemPath } from '@/lib/operator/console-paths'
import { explainFailure } from '@/lib/outbox/failure'
import { site } from '@/lib/site'
import { ConsoleLink, Facts, languageName, Moment } from '../console-parts'

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
  const given = contactFields.filter(
    (field) => definitionOf(field).kind !== 'text' && lead[field] !== '',
  )
  const context = contextRows(lead)
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
      <Facts
        rows={[
          ...given.map(
            (field) =>
              [
                labels(field),
                <Value key={field} field={field} lead={lead} />,
              ] as const,
          ),
          [t('columns.language'), languageName(lead.language)],
          [
            t('columns.received'),
            <Moment key="received" at={lead.receivedAt} />,
          ],
          lead.updatedAt !== null && [
            t('updated'),
            <Moment key="updated" at={lead.updatedAt} />,
          ],
          [
            t('source'),
            t(`sources.${lead.source === 'chat' ? 'chat' : 'form'}`),
          ],
        ]}
      />
      {context.length > 0 && <h2>{t('context')}</h2>}
      {context.length > 0 && (
        <Facts
          rows={context.map(([field, value]) => [contextLabels(field), value])}
        />
      )}
    </section>
  )
}

function Value({ field, lead }: { field: ContactField; lead: StoredLead }) {
  const value = lead[field]
  const { kind } = definitionOf(field)
  const subject = encodeURIComponent(`${site.brand}: ${referenceOf(lead.id)}`)
  if (kind === 'email')
    return <a href={`mailto:${value}?subject=${subject}`}>{value}</a>
  const links = kind === 'phone' ? phoneLinks(value) : []
  if (links.length === 0) return value
  return links.map(({ shown, href }) => (
    <a key={href} href={href} className="lead-phone">
      {links.length === 1 ? value : shown}
    </a>
  ))
}

export function LeadState({
  lead,
  withReasons = true,
}: {
  lead: StoredLead
  withReasons?: boolean
}) {
  const t = useTranslations('OperatorLeads')
  const progress = progressOf(lead)
  const isDue =
    lead.remindOn !== null &&
    lead.remindOn <= officeDay() &&
    lead.status === 'new'
  return (
    <>
      <span className="lead-badge" data-status={lead.status}>
        {t(`statuses.${lead.status === 'handled' ? 'handled' : 'new'}`)}
      </span>{' '}
      {progress !== 'delivered' && (
        <span className="lead-badge" data-progress={progress}>
          {t(`progress.${progress}`)}
        </span>
      )}
      {progress !== 'delivered' &&
        salesChannels.some(
          (channel) => deliveryOn(lead, channel)?.deliveredAt,
        ) && <span className="lead-badge">{t('progress.delivered')}</span>}
      {withReasons && lead.quarantine !== null && (
        <span className="small">
          <ReasonWords codes={lead.quarantine} />
        </span>
      )}
      {lead.remindOn !== null && (
        <span className="small" data-due={isDue ? '' : undefined}>
          {t(isDue ? 'reminder.due' : 'reminder.on', { day: lead.remindOn })}
        </span>
      )}
    </>
  )
}

function ReasonWords({ codes }: { codes: string }) {
  const t = useTranslations('OperatorLeads.reasons')
  const words = codes
    .split(',')
    .map((code) => (t.has(code as 'flood') ? t(code as 'flood') : code))
  return words.join(' · ')
}

export function LeadHistory({ entries }: { entries: Entry[] }) {
  return (
    <ol className="lead-history">
      {entries.map((entry) => (
        <li key={entry.id ?? entry.kind}>
          <Moment at={entry.at} />
          <span>
            <What entry={entry} />
          </span>
        </li>
      ))}
    </ol>
  )
}

// Kinds of event that are worded differently when they have no detail.
const withoutDetail: Record<string, string> = {
  attempted: 'delivered',
  assigned: 'unassigned',
  reminded: 'notReminded',
}

function What({
  entry: { kind, operator, channel, detail },
}: {
  entry: Entry
}) {
  const t = useTranslations('OperatorLeads.history')
  const channelNames = useTranslations('OperatorLeads.channels')
  const key = ((detail === null && withoutDetail[kind]) || kind) as 'attempted'
  const way = channelNames(channels.find((each) => each === channel) ?? 'mail')
  const values = {
    way,
    operator: operator ?? '',
    owner: detail ?? '',
    day: detail ?? '',
  }
  return (
    <>
      {t.has(key) ? t(key, values) : kind}{' '}
      {kind === 'quarantined' && <ReasonWords codes={detail ?? ''} />}
      {channel !== null && detail !== null && <ErrorWords code={detail} />}
    </>
  )
}

function ErrorWords({ code }: { code: string }) {
  const t = useTranslations('OperatorLeads.errors')
  return (
    <>
      {t(explainFailure(code).kind)} <code>{code}</code>
    </>
  )
}

/**
 * Mail and webhook always; other services if they are configured or have
 * received this lead.
 */
export function DeliveryFacts({ lead }: { lead: { deliveries: Delivery[] } }) {
  const t = useTranslations('OperatorLeads.channels')
  const shown = salesChannels.filter((channel) => {
    return (
      channel === 'mail' ||
      channel === 'webhook' ||
      isConfigured(channel) ||
      deliveryOn(lead, channel)
    )
  })
  return (
    <Facts
      rows={shown.map((channel) => [
        t(channel),
        <State key={channel} delivery={deliveryOn(lead, channel)} />,
      ])}
    />
  )
}

function State({ delivery }: { delivery: Delivery | undefined }) {
  const t = useTranslations('OperatorLeads.deliveries')
  const states = [
    ['waiting', delivery?.dueAt],
    ['delivered', delivery?.deliveredAt],
    ['abandoned', delivery?.abandonedAt],
  ] as const
  const [state, at] = states.find(([, moment]) => moment) ?? []
  if (!(delivery && state && at)) return t('none')
  const { attempts, lastError } = delivery
  return (
    <>
      {t(state)} <Moment at={at} />
      {attempts > 0 && (
        <span className="small">{t('attempts', { count: attempts })}</span>
      )}
      {lastError && (
        <span className="small">
          <ErrorWords code={lastError} />
        </span>
      )}
    </>
  )
}
