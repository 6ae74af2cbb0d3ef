import { useLocale, useTranslations } from 'next-intl'
import type { Delivery, listDeliveries } from '@/lib/leads/review-store'
import { consoleAddress } from '@/lib/operator/console-address'
import { leadPath } from '@/lib/operator/console-paths'
import { Moment } from './leads/moment'

type Props = { leads: Awaited<ReturnType<typeof listDeliveries>> }

/** How far each lead has come by mail and by webhook, with the last error. */
export function DeliveryList({ leads }: Props) {
  const t = useTranslations('Operator.health.deliveries')
  const locale = useLocale()
  if (leads.length === 0) return <p>{t('none')}</p>
  return (
    <ul className="console-rows">
      {leads.map(({ id, receivedAt, mail, webhook }) => (
        <li key={id} className="console-row">
          <a href={consoleAddress(locale, leadPath(id))}>
            {t('lead')} <Moment at={receivedAt} />
          </a>
          <dl className="console-facts small">
            <dt>{t('mail')}</dt>
            <dd>
              <DeliveryState {...mail} />
            </dd>
            <dt>{t('webhook')}</dt>
            <dd>
              <DeliveryState {...webhook} />
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}

function DeliveryState({ attempts, nextAt, deliveredAt, abandonedAt, lastError }: Delivery) {
  const t = useTranslations('Operator.health.deliveries')
  if (abandonedAt) return <span className="console-bad">{t('abandoned', { error: lastError ?? '' })}</span>
  if (nextAt && lastError) return <span className="console-bad">{t('failed', { attempts, error: lastError })}</span>
  if (nextAt) return t('waiting')
  return deliveredAt ? <Moment at={deliveredAt} /> : t('unused')
}
