import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ConsolePage } from '@/components/operator/console-page'
import { Notice } from '@/components/operator/console-parts'
import { ConversationList, QuestionLists } from '@/components/operator/questions'
import { contactRequests, unansweredLists } from '@/lib/console/questions'
import { consoleMetadata } from '@/lib/seo/console-metadata'

type Props = PageProps<'/[locale]/operator/questions'>

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return consoleMetadata(params, 'questions')
}

/** What visitors asked and the site does not say, and the conversations that asked for contact. */
export default async function OperatorQuestionsPage(props: Props) {
  const t = await getTranslations('OperatorQuestions')
  return (
    <ConsolePage
      section="questions"
      {...props}
      show={async ({ query }) => {
        const [lists, page] = await Promise.all([unansweredLists(), contactRequests(query)])
        return (
          <>
            <h1>{t('title')}</h1>
            {query.done === 'dismissed' && <Notice outcome="good">{t('dismissed')}</Notice>}
            {query.problem === 'gone' && <Notice outcome="bad">{t('gone')}</Notice>}
            <p className="hint">{t('intro')}</p>
            <QuestionLists lists={lists} />
            <ConversationList {...page} />
          </>
        )
      }}
    />
  )
}
