import { useLocale } from 'next-intl'
import type { ComponentProps } from 'react'
import { localizedPath } from '@/lib/i18n/navigation'
import { paths } from '@/lib/routes'

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: keyof typeof paths }

/** A link to a page of this site, in the language of the page it stands on. */
export function SiteLink({ to, children, ...props }: Props) {
  return (
    <a {...props} href={localizedPath(useLocale(), paths[to])}>
      {children}
    </a>
  )
}
