import { getTranslations, setRequestLocale } from 'next-intl/server'

export default async function Page({ params }: PageProps<'/[locale]'>) {
  setRequestLocale((await params).locale)
  const t = await getTranslations()
  return (
    <main>
      <h1>{t('Home.text' as 'Hero.title')}</h1>
    </main>
  )
}
