import { useLocale, useTranslations } from 'next-intl'
import { EmailReveal, PhoneLines } from '@/components/contact/contact-details'
import { Engraving } from '@/components/engraving/engraving'
import { ExternalLink, SiteLink } from '@/components/ui/links'
import { site } from '@/lib/site'
import { CurrentYear } from './current-year'
import { PrintStamp } from './print-stamp'
import './footer.css'

export function Footer() {
  const t = useTranslations('Footer')
  const navigation = useTranslations('Navigation')
  const yearMark = '\u0000'
  const [before, after] = t('copyright', { year: yearMark }).split(yearMark)
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
            <li>
              <SiteLink to="product">{navigation('product')}</SiteLink>
            </li>
            <li>
              <SiteLink to="attestations">{t('attestations')}</SiteLink>
            </li>
            <li>
              <SiteLink to="contact">{navigation('contact')}</SiteLink>
            </li>
          </ul>
        </section>
        <LegalLinks />
        <p className="small">
          {before}
          <CurrentYear builtIn={new Date().getFullYear()} />
          {after}
        </p>
        <p className="small">{t('disclaimer')}</p>
        <PrintStamp language={useLocale()} />
      </div>
    </footer>
  )
}

function LegalLinks() {
  const t = useTranslations('Footer')
  const disclosures = useTranslations('Disclosures')
  const links = [
    [site.privacyUrl, t('privacy')],
    [site.termsUrl, t('terms')],
  ]
  const isDisclosing = site.disclosures.rows.length > 0
  if (!isDisclosing && !links.some(([href]) => href)) return null
  return (
    <section aria-labelledby="footer-legal">
      <h2 id="footer-legal" className="eyebrow">
        {t('legalHeading')}
      </h2>
      <ul>
        {links.map(
          ([href, name]) =>
            href && (
              <li key={name}>
                <ExternalLink href={href}>{name}</ExternalLink>
              </li>
            ),
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
