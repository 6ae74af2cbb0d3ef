// Tests the accessibility of every page in the languages other than English,
// whose texts and structure may differ. pages.spec.ts tests colors and layout,
// which are the same in all.
import {
  expectAccessible,
  locales,
  localizedPath,
  openPage,
  pages,
  test,
} from '../support/page'

for (const locale of locales.filter((other) => other !== 'en'))
  for (const path of pages)
    test(`${localizedPath(locale, path)} meets WCAG 2.2 AA`, async ({
      page,
    }) => {
      await openPage(page, locale, path)
      await expectAccessible(page)
    })
