'use client'

import { usePathname } from 'next/navigation'
import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import { pageOf } from '@/lib/routes'

/** The main links; the one of the page shown is marked (also when an alias shows it). */
export function NavLinks({ items }: { items: { path: string; name: string }[] }) {
  const { locale, path } = splitPath(usePathname())
  const current = pageOf(path)
  return (
    <ul>
      {items.map((item) => (
        <li key={item.path}>
          <a href={localizedPath(locale, item.path)} aria-current={item.path === current ? 'page' : undefined}>
            {item.name}
          </a>
        </li>
      ))}
    </ul>
  )
}
