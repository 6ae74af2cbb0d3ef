// Tests the accessibility of every page in the languages other than English,
// whose texts and structure may differ. pages.spec.ts tests colors and layout,
// which are the same in all.

import { localizedPath } from '@/lib/i18n/navigation'
import { expectAccessible } from '../support/accessibility'
import { locales } from '../support/catalog'
import { openPage, pages, test } from '../support/page'

for (const locale of locales.filter((other) => other !== 'en'))
  for (const path of pages)
    test(`${localizedPath(locale, path)} meets WCAG 2.2 AA`, async ({
      page,
    }) => {
      await openPage(page, locale, path)
      await expectAccessible(page)
    })
