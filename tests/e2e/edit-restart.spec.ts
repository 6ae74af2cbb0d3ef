import { expect } from '@playwright/test'
import { patience } from '../support/development'
import { field, tool, typeTitle } from '../support/edit-page'
import { type Editor, provideEditor } from '../support/editor'
import { expectError, test as pageTest } from '../support/page'

// Has its own editor, because the test replaces the server.
const test = pageTest.extend<{ editor: Editor }>({
  editor: [provideEditor, { timeout: 240_000 }],
  baseURL: ({ editor }, use) => use(editor.address),
})

test('an open page is reloaded once, after the editor has restarted', async ({
  page,
  editor,
}) => {
  test.setTimeout(400_000)
  expectError(page, /ERR_CONNECTION|ERR_SOCKET|WebSocket/)
  const panel = await typeTitle(page, 'Kept')
  let loads = 0
  page.on('load', () => loads++)
  await editor.kill()
  // Next reloads a page like this once it has given up on the server.
  await page.evaluate(() => location.reload())
  await page.evaluate(() => location.reload())
  await expect(field(panel, 'English')).toHaveValue('Kept')

  await editor.restart()

  await expect.poll(() => loads, patience).toBe(1)
  await tool(page, '1 text not saved').click()
  await expect(field(panel, 'English')).toHaveValue('Kept')
  expect(loads).toBe(1)
})
