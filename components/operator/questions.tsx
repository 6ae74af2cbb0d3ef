import { useLocale, useTranslations } from 'next-intl'
import type { findContactRequest } from '@/lib/chatbot/review-store'
import { type contactRequests, questionSnippet, type UnansweredList } from '@/lib/console/questions'
import { isLocale, type Locale, languages, routing } from '@/lib/i18n/routing'
import { consoleAddress, consolePaths, conversationPath, leadPath } from '@/lib/operator/console-paths'
import { ConsoleForm, Moment } from './console-parts'
import { CopyButton } from './leads/form-helpers'

/** The questions without an answer, each language for itself. */
export function QuestionLists({ lists }: { lists: Record<Locale, UnansweredList> }) {
  return routing.locales.map((language) => <QuestionList key={language} language={language} list={lists[language]} />)
}

function QuestionList({ language, list }: { language: Locale; list: UnansweredList }) {
  const t = useTranslations('OperatorQuestions')
  const { total, questions } = list
  const id = `questions-${language}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('language', { language: languages[language].name, count: total })}</h2>
      {questions.length < total && <p className="hint">{t('shown', { count: questions.length })}</p>}
      <ul className="console-rows">
        {questions.map((question) => (
          <li key={question.id} className="console-row">
            <Question language={language} question={question} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type Question = UnansweredList['questions'][number]

function Question({ language, question }: { language: Locale; question: Question }) {
  const t = useTranslations('OperatorQuestions')
  const { id, text, count, lastAskedAt } = question
  const snippet = questionSnippet(text)
  return (
    <>
      <div>
        <p lang={language} id={`question-${id}`}>
          <strong>{text}</strong>
        </p>
        <dl className="console-facts small">
          <dt>{t('asked', { count })}</dt>
          <dd>
            {t('lastAsked')} <Moment at={lastAskedAt} />
          </dd>
        </dl>
        <details>
          <summary>{t('copyTitle')}</summary>
          <p className="hint">{t('copyHint', { locale: language })}</p>
          <div className="field console-snippet">
            <label htmlFor={`snippet-${id}`}>{t('snippet')}</label>
            <textarea id={`snippet-${id}`} rows={4} readOnly lang={language} defaultValue={snippet} />
          </div>
          <CopyButton text={snippet} label={t('copy')} done={t('copied')} />
        </details>
      </div>
      <ConsoleForm action="/api/operator/questions/dismiss">
        <button type="submit" className="quiet-button" name="id" value={id} aria-describedby={`question-${id}`}>
          {t('dismiss')}
        </button>
      </ConsoleForm>
    </>
  )
}

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
            <ConversationRow conversation={conversation} />
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

function ConversationRow({ conversation }: { conversation: Page['conversations'][number] }) {
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
function LeadLink({ leadId, describedBy }: { leadId: string | undefined; describedBy?: string }) {
  const t = useTranslations('OperatorQuestions')
  const locale = useLocale()
  if (leadId === undefined) return <span className="soft">{t('noLead')}</span>
  return (
    <a href={consoleAddress(locale, leadPath(leadId))} aria-describedby={describedBy}>
      {t('lead')}
    </a>
  )
}

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
