import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'

type Props = { close: string; onClose: () => void; children: ReactNode }

/** The top of the window. `close` is the name of the button that closes it. */
export function ChatHeader({ close, onClose, children }: Props) {
  return (
    <header className="chat-header">
      {children}
      <button
        type="button"
        className="chat-icon-button"
        onClick={onClose}
        aria-label={close}
      >
        <Icon name="close" />
      </button>
    </header>
  )
}
