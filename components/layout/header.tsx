import { useLocale, useTranslations } from 'next-intl'
import { Engraving } from '@/components/engraving/engraving'
import { SiteLink } from '@/components/ui/links'
import { languages } from '@/lib/i18n/routing'
import { menus, paths } from '@/lib/routes'
import { site } from '@/lib/site'
import { Disclosure } from './disclosure'
import { Flag } from './flag'
import { LanguageLinks, NavLinks } from './nav-links'
import './header.css'

export function Header() {
  const t = useTranslations('Navigation')
  const items = menus.header.map((key) => ({
    path: paths[key],
    name: t(key),
  }))
  return (
    <header className="site-header">
      <div className="frame header-frame">
        <SiteLink to="home" className="brand" aria-label={t('homeLink')}>
          <Engraving drawing="mark" />
          <span className="brand-name">{site.brand}</span>{' '}
          <span className="brand-product soft">{site.product}</span>
        </SiteLink>
        <nav className="nav-wide" aria-label={t('label')}>
          <NavLinks items={items} />
        </nav>
        <LanguageSwitcher />
        <Disclosure
          className="menu"
          label={t('openMenu')}
          summary={<MenuIcon />}
        >
          <nav aria-label={t('label')}>
            <NavLinks items={items} />
          </nav>
        </Disclosure>
      </div>
    </header>
  )
}

function LanguageSwitcher() {
  const t = useTranslations('LanguageSwitcher')
  const locale = useLocale()
  const { name } = languages[locale]
  const summary = (
    <>
      <Flag locale={locale} />
      <span className="language-name">{name}</span>
    </>
  )
  return (
    <Disclosure
      className="languages"
      label={t('label', { language: name })}
      summary={summary}
    >
      <LanguageLinks currentLabel={t('current')} />
    </Disclosure>
  )
}

function MenuIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
      focusable="false"
    >
      <path
        className="menu-open"
        d="M3 7h18M3 12h18M3 17h18"
        stroke="currentColor"
        strokeWidth="1.5"
      />
      <path
        className="menu-close"
        d="M5 5l14 14M19 5L5 19"
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </svg>
  )
}
