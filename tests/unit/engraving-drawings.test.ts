import { expect, it } from 'vitest'
import { drawings } from '@/lib/engraving/drawings'

// `npx vitest run tests/unit/engraving-drawings.test.ts -u` draws them anew.
it.each(Object.entries(drawings))('the mask %s is as the code draws it', async (name, drawing) => {
  await expect(drawing).toMatchFileSnapshot(`../../components/engraving/${name}.svg`)
})
