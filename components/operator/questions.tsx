import { useLocale, useTranslations } from 'next-intl'
import type { findContactRequest } from '@/lib/chatbot/store'
import { type contactRequests, questionSnippet, type UnansweredList } from '@/lib/console/questions'
import { type Locale, languages, routing } from '@/lib/i18n/routing'
import { consoleAddress, consolePaths, conversationPath, leadPath, type Query } from '@/lib/operator/console-paths'
import { ConsoleForm, Facts, languageName, Moment, Notice } from './console-parts'
import { CopyButton } from './leads/form-helpers'

type Page = Awaited<ReturnType<typeof contactRequests>>

type Props = { lists: Record<Locale, UnansweredList>; page: Page; query: Query }

export function Questions({ lists, page: { conversations, isFirst, next }, query }: Props) {
  const t = useTranslations('OperatorQuestions')
  const locale = useLocale()
  const asked = routing.locales.filter((language) => lists[language].total > 0)
  const address = (query: Query) => `${consoleAddress(locale, consolePaths.questions, query)}#conversations`
  return (
    <>
      <h1>{t('title')}</h1>
      {query.done === 'dismissed' && <Notice outcome="good">{t('dismissed')}</Notice>}
      {query.problem === 'gone' && <Notice outcome="bad">{t('gone')}</Notice>}
      <p className="hint">{t('intro')}</p>
      {asked.length === 0 && <p className="empty-state">{t('none')}</p>}
      {asked.map((language) => (
        <QuestionList key={language} language={language} list={lists[language]} />
      ))}
      <section aria-labelledby="conversations">
        <h2 id="conversations">{t('conversations')}</h2>
        <p className="hint">{t('conversationsIntro')}</p>
        {conversations.length === 0 && <p className="empty-state">{t('noConversations')}</p>}
        <ul className="console-rows">
          {conversations.map((conversation) => (
            <ConversationRow key={conversation.id} conversation={conversation} />
          ))}
        </ul>
        <p className="row">
          {!isFirst && <a href={address({})}>{t('newer')}</a>}
          {next && <a href={address({ before: next })}>{t('older')}</a>}
        </p>
      </section>
    </>
  )
}

function QuestionList({ language, list: { total, questions } }: { language: Locale; list: UnansweredList }) {
  const t = useTranslations('OperatorQuestions')
  const id = `questions-${language}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('language', { language: languages[language].name, count: total })}</h2>
      {questions.length < total && <p className="hint">{t('shown', { count: questions.length })}</p>}
      <ul className="console-rows">
        {questions.map((question) => (
          <Question key={question.id} language={language} question={question} />
        ))}
      </ul>
    </section>
  )
}

function Question({ language, question }: { language: Locale; question: UnansweredList['questions'][number] }) {
  const t = useTranslations('OperatorQuestions')
  const { id, text, count, lastAskedAt } = question
  const snippet = questionSnippet(text)
  return (
    <li className="console-row">
      <div>
        <p lang={language} id={`question-${id}`}>
          <strong>{text}</strong>
        </p>
        <p className="small soft">
          {`${t('asked', { count })} · ${t('lastAsked')} `}
          <Moment at={lastAskedAt} isRelative />
        </p>
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
    </li>
  )
}

function ConversationRow({ conversation }: { conversation: Page['conversations'][number] }) {
  const t = useTranslations('OperatorQuestions')
  const { id, language, lastAt, leadId } = conversation
  return (
    <li className="console-row">
      <p id={`conversation-${id}`}>
        <Moment at={lastAt} /> <span className="soft">{languageName(language)}</span>
      </p>
      <a href={consoleAddress(useLocale(), conversationPath(id))} aria-describedby={`conversation-${id}`}>
        {t('transcript')}
      </a>
      <LeadLink leadId={leadId} describedBy={`conversation-${id}`} />
    </li>
  )
}

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

export function Conversation({ found }: { found: Awaited<ReturnType<typeof findContactRequest>> }) {
  const t = useTranslations('OperatorQuestions')
  const turns = found?.turns ?? []
  return (
    <>
      <p>
        <a href={consoleAddress(useLocale(), consolePaths.questions)}>{t('back')}</a>
      </p>
      <h1>{t('conversationTitle')}</h1>
      {found && (
        <>
          <Facts
            rows={[
              [t('started'), <Moment key="started" at={found.startedAt} />],
              [t('last'), <Moment key="last" at={found.lastAt} />],
              [t('spoken'), languageName(found.language)],
            ]}
          />
          <p>
            <LeadLink leadId={found.leadId} />
          </p>
        </>
      )}
      {turns.length === 0 && <p>{t('noMessages')}</p>}
      <ol className="console-turns">
        {turns.map(({ role, content, sentAt }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages never change their places
          <li key={index}>
            <p className="small">
              <strong>{t(role === 'user' ? 'visitor' : 'assistant')}</strong> <Moment at={sentAt} />
            </p>
            <p className="prose" lang={found?.language}>
              {content}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
