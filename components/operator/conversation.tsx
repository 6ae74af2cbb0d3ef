import { useLocale, useTranslations } from 'next-intl'
import type { findContactRequest } from '@/lib/chatbot/review-store'
import { isLocale, languages } from '@/lib/i18n/routing'
import { consoleAddress } from '@/lib/operator/console-address'
import { consolePaths } from '@/lib/operator/console-paths'
import { LeadLink } from './conversation-list'
import { Moment } from './moment'

type Found = NonNullable<Awaited<ReturnType<typeof findContactRequest>>>

/** A conversation with the assistant, as it was. */
export function Conversation({ language, startedAt, lastAt, leadId, turns }: Found) {
  const t = useTranslations('OperatorQuestions')
  const locale = useLocale()
  return (
    <>
      <p>
        <a href={consoleAddress(locale, consolePaths.questions)}>{t('back')}</a>
      </p>
      <h1>{t('conversationTitle')}</h1>
      <dl className="console-facts">
        <dt>{t('started')}</dt>
        <dd>
          <Moment at={startedAt} /> {isLocale(language) ? languages[language].name : language}
        </dd>
        <dt>{t('last')}</dt>
        <dd>
          <Moment at={lastAt} />
        </dd>
      </dl>
      <p>
        <LeadLink leadId={leadId} />
      </p>
      {turns.length === 0 && <p>{t('noMessages')}</p>}
      <ol className="console-turns">
        {turns.map(({ role, content, sentAt }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages never change their places
          <li key={index}>
            <p className="small">
              <strong>{t(role === 'user' ? 'visitor' : 'assistant')}</strong> <Moment at={sentAt} />
            </p>
            <p className="prose" lang={language}>
              {content}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}

/** In place of a conversation that is not kept any more. */
export function MissingConversation() {
  const t = useTranslations('OperatorQuestions')
  return (
    <>
      <h1>{t('conversationTitle')}</h1>
      <p>{t('noMessages')}</p>
      <p>
        <a href={consoleAddress(useLocale(), consolePaths.questions)}>{t('back')}</a>
      </p>
    </>
  )
}
