import { useLocale, useTranslations } from 'next-intl'
import { EmailReveal, PhoneLines } from '@/components/contact/contact-details'
import { Engraving } from '@/components/engraving/engraving'
import { ExternalLink, SiteLink } from '@/components/ui/links'
import { site } from '@/lib/site'
import { Copyright, PrintStamp } from './stamps'
import './footer.css'

export function Footer() {
  const t = useTranslations('Footer')
  const navigation = useTranslations('Navigation')
  return (
    <footer className="inverse">
      <Engraving drawing="band" />
      <div className="frame footer-frame">
        <div className="footer-about">
          <p className="brand">
            <Engraving drawing="mark" />
            <span className="brand-name">{site.brand}</span>
            <span className="brand-product soft">{site.product}</span>
          </p>
          <p className="soft">{t('description')}</p>
        </div>
        <section aria-labelledby="footer-contact">
          <h2 id="footer-contact" className="eyebrow">
            {t('contactHeading')}
          </h2>
          <EmailReveal />
          <PhoneLines />
        </section>
        <section aria-labelledby="footer-pages">
          <h2 id="footer-pages" className="eyebrow">
            {t('linksHeading')}
          </h2>
          <ul>
            {(['product', 'attestations', 'contact'] as const).map((page) => (
              <li key={page}>
                <SiteLink to={page}>{page === 'attestations' ? t(page) : navigation(page)}</SiteLink>
              </li>
            ))}
          </ul>
        </section>
        <LegalLinks />
        <Copyright template={t('copyright', { year: '{year}' })} builtIn={new Date().getFullYear()} />
        <p className="small">{t('disclaimer')}</p>
        <PrintStamp language={useLocale()} />
      </div>
    </footer>
  )
}

function LegalLinks() {
  const t = useTranslations('Footer')
  const disclosures = useTranslations('Disclosures')
  const isDisclosing = site.disclosures.rows.length > 0
  const { privacyUrl, termsUrl } = site
  if (!isDisclosing && !privacyUrl && !termsUrl) return null
  return (
    <section aria-labelledby="footer-legal">
      <h2 id="footer-legal" className="eyebrow">
        {t('legalHeading')}
      </h2>
      <ul>
        {privacyUrl && (
          <li>
            <ExternalLink href={privacyUrl}>{t('privacy')}</ExternalLink>
          </li>
        )}
        {termsUrl && (
          <li>
            <ExternalLink href={termsUrl}>{t('terms')}</ExternalLink>
          </li>
        )}
        {isDisclosing && (
          <li>
            <SiteLink to="product" fragment="disclosures">
              {disclosures('title')}
            </SiteLink>
          </li>
        )}
      </ul>
    </section>
  )
}
