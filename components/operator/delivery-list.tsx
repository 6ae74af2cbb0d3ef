import { useLocale, useTranslations } from 'next-intl'
import type { listDeliveries } from '@/lib/leads/list-store'
import { consoleAddress } from '@/lib/operator/console-address'
import { leadPath } from '@/lib/operator/console-paths'
import { DeliveryFacts } from './leads/lead-history'
import { Moment } from './moment'

type Props = { leads: Awaited<ReturnType<typeof listDeliveries>> }

/** How far each lead has come on each way to sales, with the last error. */
export function DeliveryList({ leads }: Props) {
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
