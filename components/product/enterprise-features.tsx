import { useMessages, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { keysOf } from '@/lib/text'
import './enterprise-features.css'

const request = `POST /v1/orders
Idempotency-Key: 7f3c…

{ "metal": "gold",
  "side": "buy",
  "ounces": "0.25" }`

const response = `201 Created

{ "order": "ord_…",
  "status": "accepted",
  "tokens": "0.25" }`

export function EnterpriseFeatures() {
  const t = useTranslations('EnterpriseFeatures')
  return (
    <Section id="enterprise" title={t('title')} intro={t('intro')}>
      <div className="enterprise">
        <ul className="features">
          {keysOf(useMessages().EnterpriseFeatures.cards).map((key) => (
            <li key={key}>
              <h3>{t(`cards.${key}.title`)}</h3>
              <p className="soft">{t(`cards.${key}.body`)}</p>
            </li>
          ))}
        </ul>
        <figure className="api-example inverse">
          <figcaption>
            <b>{t('example.title')}</b>{' '}
            <span className="small">{t('example.note')}</span>
          </figcaption>
          <p className="eyebrow">{t('example.request')}</p>
          <pre>
            <code>{request}</code>
          </pre>
          <p className="eyebrow">{t('example.response')}</p>
          <pre>
            <code>{response}</code>
          </pre>
        </figure>
      </div>
    </Section>
  )
}
