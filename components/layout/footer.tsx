import { useLocale, useTranslations } from 'next-intl'
import { Children, type ReactNode } from 'react'
import { EmailReveal, PhoneLines } from '@/components/contact/ways-to-reach'
import { Engraving } from '@/components/engraving/engraving'
import { ExternalLink, SiteLink } from '@/components/ui/links'
import { Unbroken } from '@/components/ui/unbroken'
import { partiesIn } from '@/lib/disclosures/rows'
import { menus } from '@/lib/routes'
import { listedPages } from '@/lib/seo/listed-pages'
import { site } from '@/lib/site'
import { Copyright, PrintStamp } from './stamps'
import './footer.css'

export function Footer() {
  const t = useTranslations('Footer')
  const navigation = useTranslations('Navigation')
  const pages = menus.footer.filter((page) => listedPages.includes(page))
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
        <FooterSection id="footer-contact" title={t('contactHeading')}>
          <EmailReveal />
          <PhoneLines />
        </FooterSection>
        <FooterSection id="footer-pages" title={t('linksHeading')}>
          <ul>
            {pages.map((page) => (
              <li key={page}>
                <SiteLink to={page}>
                  {page === 'attestations' ? t(page) : navigation(page)}
                </SiteLink>
              </li>
            ))}
          </ul>
        </FooterSection>
        <LegalLinks />
        <Copyright
          template={t('copyright', { year: '{year}' })}
          builtIn={new Date().getFullYear()}
        />
        <Issuer />
        <p className="small">{t('disclaimer')}</p>
        <PrintStamp language={useLocale()} />
      </div>
    </footer>
  )
}

/** Names the company that issues the tokens, with its license. */
function Issuer() {
  const issuer = partiesIn(useLocale()).find(
    ({ topic }) => topic === 'legalEntity',
  )
  return (
    issuer && (
      <p className="small">
        <SiteLink to="product" fragment={`disclosures-${issuer.group}`}>
          {issuer.name}
        </SiteLink>
        <Unbroken>{issuer.detail && ` · ${issuer.detail}`}</Unbroken>
      </p>
    )
  )
}

function LegalLinks() {
  const t = useTranslations('Footer')
  const disclosures = useTranslations('Disclosures')
  const { privacyUrl, termsUrl } = site
  const links = [
    privacyUrl && <ExternalLink href={privacyUrl}>{t('privacy')}</ExternalLink>,
    termsUrl && <ExternalLink href={termsUrl}>{t('terms')}</ExternalLink>,
    site.disclosures.rows.length > 0 && (
      <SiteLink to="product" fragment="disclosures">
        {disclosures('title')}
      </SiteLink>
    ),
  ].filter(Boolean)
  return (
    links.length > 0 && (
      <FooterSection id="footer-legal" title={t('legalHeading')}>
        <ul>
          {Children.map(links, (link) => (
            <li>{link}</li>
          ))}
        </ul>
      </FooterSection>
    )
  )
}

function FooterSection({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="eyebrow">
        {title}
      </h2>
      {children}
    </section>
  )
}
