import type { Metadata } from 'next'
import { ConsolePage } from '@/components/operator/console-page'
import { Conversation, MissingConversation } from '@/components/operator/questions'
import { findContactRequest } from '@/lib/chatbot/review-store'
import { log } from '@/lib/log'
import { conversationPath } from '@/lib/operator/console-paths'
import { consoleMetadata } from '@/lib/seo/console-metadata'

type Props = PageProps<'/[locale]/operator/questions/[id]'>

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return consoleMetadata(params, 'questions')
}

/** One conversation that asked for contact. Reading it is logged. */
export default async function OperatorConversationPage(props: Props) {
  const { id } = await props.params
  return (
    <ConsolePage
      section="questions"
      path={conversationPath(id)}
      {...props}
      show={async ({ operator }) => {
        const found = await findContactRequest(id)
        if (!found) return <MissingConversation />
        log.info({ operator, conversation: id }, 'conversation read')
        return <Conversation {...found} />
      }}
    />
  )
}
