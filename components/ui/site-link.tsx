import Link from 'next/link'
import { useLocale } from 'next-intl'
import type { ComponentProps } from 'react'
import { localizedPath } from '@/lib/i18n/navigation'
import { paths } from '@/lib/routes'

type Props = Omit<ComponentProps<typeof Link>, 'href'> & { to: keyof typeof paths }

/** A link to a page of this site, in the language of the page it stands on. */
export function SiteLink({ to, ...props }: Props) {
  return <Link {...props} href={localizedPath(useLocale(), paths[to])} />
}
