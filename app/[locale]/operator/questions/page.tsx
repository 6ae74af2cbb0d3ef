import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ConsolePage } from '@/components/operator/console-page'
import { consoleMetadata } from '@/lib/seo/console-metadata'

type Props = PageProps<'/[locale]/operator/questions'>

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return consoleMetadata(params, 'questions')
}

export default async function OperatorQuestionsPage(props: Props) {
  const t = await getTranslations('OperatorQuestions')
  return <ConsolePage section="questions" {...props} show={async () => <h1>{t('title')}</h1>} />
}
