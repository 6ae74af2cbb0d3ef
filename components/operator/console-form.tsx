import { useLocale } from 'next-intl'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'form'>, 'action' | 'method'> & { action: `/api/${string}` }

/** A form of the console, which works without JavaScript. Its answer leads back to a page in the same language. */
export function ConsoleForm({ children, ...props }: Props) {
  return (
    <form {...props} method="post">
      <input type="hidden" name="language" value={useLocale()} />
      {children}
    </form>
  )
}
