import { useTranslations } from 'next-intl'
import type {
  FoundConversation,
  UnsentConversation,
} from '@/lib/chatbot/unsent-contacts-store'
import { unsentView } from '@/lib/console/leads/list-query'
import { consolePaths, itemPath } from '@/lib/operator/console-paths'
import { markdownToText } from '@/lib/plain-text'
import { isolateDirection } from '@/lib/shown-text'
import {
  ConsoleForm,
  ConsoleLink,
  Facts,
  Moment,
  ownNameOf,
  SubmitButton,
} from '../console-parts'

/**
 * Lists conversations in which visitors gave contact details but did not send
 * them.
 */
export function UnsentConversations({
  conversations,
}: {
  conversations: UnsentConversation[]
}) {
  const t = useTranslations('OperatorLeads.conversations')
  return (
    <>
      <p className="hint">{t('intro')}</p>
      {conversations.length === 0 && <p className="empty-state">{t('none')}</p>}
      <ul className="console-rows">
        {conversations.map(({ id, reach, language, lastAt }) => (
          <li key={id} className="console-row">
            <div id={`conversation-${id}`}>
              <strong>{isolateDirection(reach)}</strong>
              <p className="small soft">
                {`${ownNameOf(language)} · `}
                <Moment at={lastAt} isRelative />
              </p>
            </div>
            <ConsoleLink
              to={itemPath('questions', id)}
              aria-describedby={`conversation-${id}`}
              label={t('read')}
            />
            <FinishButton id={id} />
          </li>
        ))}
      </ul>
    </>
  )
}

function FinishButton({ id }: { id: string }) {
  const t = useTranslations('OperatorLeads.conversations')
  return (
    <ConsoleForm action="/api/operator/questions/dismiss">
      <SubmitButton
        name="conversation"
        value={id}
        aria-describedby={`conversation-${id}`}
        label={t('finish')}
      />
    </ConsoleForm>
  )
}

export function ConversationView({
  found,
}: {
  found: FoundConversation | undefined
}) {
  const t = useTranslations('OperatorLeads.conversations')
  const turns = found?.turns ?? []
  return (
    <>
      <p>
        {found?.leadId === undefined ? (
          <ConsoleLink
            to={consolePaths.leads}
            query={unsentView}
            label={t('back')}
          />
        ) : (
          <ConsoleLink to={itemPath('leads', found.leadId)} label={t('lead')} />
        )}
      </p>
      <h1 id={found && `conversation-${found.id}`}>{t('title')}</h1>
      {found && (
        <Facts
          rows={[
            [t('started'), <Moment key="started" at={found.startedAt} />],
            [t('last'), <Moment key="last" at={found.lastAt} />],
            [t('spoken'), ownNameOf(found.language)],
          ]}
        />
      )}
      {found?.hasContactDetails && <FinishButton id={found.id} />}
      {turns.length === 0 && <p>{t('noMessages')}</p>}
      <ol className="console-turns">
        {turns.map(({ role, content, sentAt }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages never change their places
          <li key={index}>
            <p className="small">
              <strong>{t(role === 'user' ? 'visitor' : 'assistant')}</strong>{' '}
              <Moment at={sentAt} />
            </p>
            <p className="prose" lang={found?.language}>
              {role === 'user' ? content : markdownToText(content)}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
