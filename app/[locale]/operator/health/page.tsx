import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ConsolePage } from '@/components/operator/console-page'
import { consoleMetadata } from '@/lib/seo/console-metadata'

type Props = PageProps<'/[locale]/operator/health'>

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return consoleMetadata(params, 'health')
}

export default async function OperatorHealthPage(props: Props) {
  const t = await getTranslations('Operator.sections')
  return <ConsolePage section="health" {...props} show={async () => <h1>{t('health')}</h1>} />
}
