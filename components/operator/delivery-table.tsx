import { useLocale, useTranslations } from 'next-intl'
import type { Delivery, listDeliveries } from '@/lib/leads/review-store'
import { consoleAddress } from '@/lib/operator/console-address'
import { leadPath } from '@/lib/operator/console-paths'
import { Moment } from './moment'

type Props = { leads: Awaited<ReturnType<typeof listDeliveries>>; labelledBy: string }

/** How far each lead has come by mail and by webhook, with the last error. */
export function DeliveryTable({ leads, labelledBy }: Props) {
  const t = useTranslations('Operator.health.deliveries')
  const locale = useLocale()
  if (leads.length === 0) return <p>{t('none')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="table-scroll console-table" aria-labelledby={labelledBy} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('lead')}</th>
            <th scope="col">{t('mail')}</th>
            <th scope="col">{t('webhook')}</th>
          </tr>
        </thead>
        <tbody>
          {leads.map(({ id, receivedAt, mail, webhook }) => (
            <tr key={id}>
              <th scope="row">
                <a href={consoleAddress(locale, leadPath(id))}>
                  <Moment at={receivedAt} />
                </a>
              </th>
              <td>
                <DeliveryState {...mail} />
              </td>
              <td>
                <DeliveryState {...webhook} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function DeliveryState({ attempts, nextAt, deliveredAt, abandonedAt, lastError }: Delivery) {
  const t = useTranslations('Operator.health.deliveries')
  if (abandonedAt) return <span className="console-bad">{t('abandoned', { error: lastError ?? '' })}</span>
  if (nextAt && lastError) return <span className="console-bad">{t('failed', { attempts, error: lastError })}</span>
  if (nextAt) return t('waiting')
  return deliveredAt ? <Moment at={deliveredAt} /> : t('unused')
}
