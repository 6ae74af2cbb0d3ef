import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { DeliveryFacts } from '@/components/operator/leads/lead-history'
import type { Finding, LimitHit, loadHealth } from '@/lib/console/overview'
import type { Check } from '@/lib/health/response-schema'
import { isConfigured, salesChannels } from '@/lib/leads/delivery/channels'
import type { listDeliveries } from '@/lib/leads/list-store'
import { consoleAddress, leadPath } from '@/lib/operator/console-paths'
import { Moment } from './console-parts'

type Props = Awaited<ReturnType<typeof loadHealth>>

/** How the site is, the worst first. */
export function Health({ checks, deliveries, queues, oldest, limits, findings }: Props) {
  const t = useTranslations('Operator.health')
  return (
    <>
      <h1>{t('title')}</h1>
      <Checks checks={checks} />
      <Findings findings={findings} />
      <Queues queues={queues} oldest={oldest} />
      <section aria-labelledby="deliveries">
        <h2 id="deliveries">{t('deliveries.title')}</h2>
        <DeliveryList leads={deliveries} />
      </section>
      <Limits limits={limits} />
    </>
  )
}

function Checks({ checks }: { checks: Check[] }) {
  const t = useTranslations('Operator.health')
  const sorted = [...checks].sort((a, b) => Number(a.ok) - Number(b.ok))
  return (
    <section aria-labelledby="checks">
      <h2 id="checks">{t('checks.title')}</h2>
      <ul>
        {sorted.map((check) => (
          <li key={check.name} className={check.ok ? 'console-good' : 'console-bad'}>
            {t(`checks.${check.name}.${check.ok ? 'ok' : 'fails'}`)} <Measured check={check} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Measured({ check: { value, unit } }: { check: Check }) {
  const format = useFormatter()
  if (value === undefined || unit === undefined || unit === 'pending') return null
  const formats = {
    ms: () => format.number(value, { style: 'unit', unit: 'millisecond' }),
    seconds: () => format.number(Math.round(value / 60), { style: 'unit', unit: 'minute' }),
    'bytes free': () => format.number(value / 1e9, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 }),
  }
  return <span className="soft">{`(${formats[unit]()})`}</span>
}

function Findings({ findings }: { findings: Finding[] }) {
  const t = useTranslations('Operator.health.findings')
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">{t('title')}</h2>
      <p className="hint">{t('intro')}</p>
      {findings.length === 0 && <p className="console-good">{t('none')}</p>}
      <ul>
        {findings.map(({ name, what }) => (
          <li key={name} className="console-bad">
            {t(name)} {what.length > 0 && <span className="small console-names">{what.join(', ')}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Queues({ queues, oldest }: Pick<Props, 'queues' | 'oldest'>) {
  const t = useTranslations('Operator.health.queues')
  const names = useTranslations('OperatorLeads.channels')
  const { waiting, abandoned } = queues
  const shown = salesChannels.filter((channel) => {
    return isConfigured(channel) || waiting[channel] + abandoned[channel] > 0
  })
  return (
    <section aria-labelledby="queues">
      <h2 id="queues">{t('title')}</h2>
      <ul className="tabular">
        {shown.map((channel) => (
          <li key={channel}>
            {t('way', { name: names(channel), waiting: waiting[channel], abandoned: abandoned[channel] })}
          </li>
        ))}
        <li>{t('ack', { waiting: waiting.ack })}</li>
        {oldest && (
          <li>
            {t('oldest')} <Moment at={oldest} />
          </li>
        )}
      </ul>
    </section>
  )
}

function Limits({ limits }: { limits: LimitHit[] }) {
  const t = useTranslations('Operator.health.limits')
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">{t('title')}</h2>
      <p className="hint">{t('intro')}</p>
      {limits.length === 0 && <p className="console-good">{t('none')}</p>}
      <ul>
        {limits.map(({ limit, count }) => (
          <li key={limit}>
            <code>{limit}</code> {t('refused', { count })}
          </li>
        ))}
      </ul>
    </section>
  )
}

type DeliveryProps = { leads: Awaited<ReturnType<typeof listDeliveries>> }

/** How far each lead has come on each way to sales, with the last error. */
function DeliveryList({ leads }: DeliveryProps) {
  const t = useTranslations('Operator.health.deliveries')
  const locale = useLocale()
  if (leads.length === 0) return <p>{t('none')}</p>
  return (
    <ul className="console-rows">
      {leads.map((lead) => (
        <li key={lead.id} className="console-row">
          <a href={consoleAddress(locale, leadPath(lead.id))}>
            {t('lead')} <Moment at={lead.receivedAt} />
          </a>
          <DeliveryFacts lead={lead} className="console-facts small" />
        </li>
      ))}
    </ul>
  )
}
