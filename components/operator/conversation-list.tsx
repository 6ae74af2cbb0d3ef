import { useLocale, useTranslations } from 'next-intl'
import type { contactRequests } from '@/lib/console/questions'
import { isLocale, languages } from '@/lib/i18n/routing'
import { consoleAddress } from '@/lib/operator/console-address'
import { consolePaths, conversationPath, leadPath } from '@/lib/operator/console-paths'
import { Moment } from './moment'

type Page = Awaited<ReturnType<typeof contactRequests>>

/** The conversations that asked for contact, a page at a time. */
export function ConversationList({ conversations, isFirst, next }: Page) {
  const t = useTranslations('OperatorQuestions')
  const locale = useLocale()
  const address = (query: Record<string, string>) =>
    `${consoleAddress(locale, consolePaths.questions, query)}#conversations`
  return (
    <section aria-labelledby="conversations">
      <h2 id="conversations">{t('conversations')}</h2>
      <p className="hint">{t('conversationsIntro')}</p>
      {conversations.length === 0 && <p>{t('noConversations')}</p>}
      <ul className="console-rows">
        {conversations.map((conversation) => (
          <li key={conversation.id} className="console-row">
            <Conversation conversation={conversation} />
          </li>
        ))}
      </ul>
      <p className="row">
        {!isFirst && <a href={address({})}>{t('newer')}</a>}
        {next && <a href={address({ before: next })}>{t('older')}</a>}
      </p>
    </section>
  )
}

function Conversation({ conversation }: { conversation: Page['conversations'][number] }) {
  const t = useTranslations('OperatorQuestions')
  const { id, language, lastAt } = conversation
  return (
    <>
      <p id={`conversation-${id}`}>
        <Moment at={lastAt} /> <span className="soft">{isLocale(language) ? languages[language].name : language}</span>
      </p>
      <p className="row">
        <a href={consoleAddress(useLocale(), conversationPath(id))} aria-describedby={`conversation-${id}`}>
          {t('transcript')}
        </a>
        <LeadLink leadId={conversation.leadId} describedBy={`conversation-${id}`} />
      </p>
    </>
  )
}

/** A link to a conversation's lead, or that there is none any more. */
export function LeadLink({ leadId, describedBy }: { leadId: string | undefined; describedBy?: string }) {
  const t = useTranslations('OperatorQuestions')
  const locale = useLocale()
  if (leadId === undefined) return <span className="soft">{t('noLead')}</span>
  return (
    <a href={consoleAddress(locale, leadPath(leadId))} aria-describedby={describedBy}>
      {t('lead')}
    </a>
  )
}
