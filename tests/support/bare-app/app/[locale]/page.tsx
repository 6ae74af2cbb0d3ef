import Link from 'next/link'
import { getTranslations, setRequestLocale } from 'next-intl/server'

export default async function Page({ params }: PageProps<'/[locale]'>) {
  setRequestLocale((await params).locale)
  const t = await getTranslations()
  return (
    <main>
      <h1>{t('Home.title' as 'Hero.title')}</h1>
      <p>{t('Home.text' as 'Hero.title')}</p>
      <p>{t('Home.more' as 'Hero.title')}</p>
      <Link href="/second">{t('Home.text' as 'Hero.title')}</Link>
    </main>
  )
}
