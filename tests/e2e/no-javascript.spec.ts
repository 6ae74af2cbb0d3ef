import { expect, test } from '@playwright/test'
import { catalog, locales, localizedPath } from '../support/page'
import { operatorKey } from '../support/server'

test.use({ javaScriptEnabled: false })

for (const locale of locales) {
  test(`without JavaScript, ${locale} has navigation, languages, questions and the e-mail address`, async ({
    page,
  }) => {
    const words = catalog(locale)
    await page.goto(localizedPath(locale, '/'))
    for (const block of await page.locator('[data-reveal]').all()) await expect(block).toHaveCSS('opacity', '1')
    await page.getByText(words.HomeFaq.items.vaults.question, { exact: true }).click()
    await page.getByText(words.HomeFaq.items.fees.question, { exact: true }).click()
    await expect(page.locator('#faq details[open]')).toHaveCount(1)
    await expect(page.locator('#faq details[open]')).toContainText(words.HomeFaq.items.fees.question)

    await page.getByRole('navigation').getByRole('link', { name: words.Navigation.product }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.ProductHero.title)

    await page.locator('.languages summary').click()
    const other = locale === 'es' ? 'fr' : 'es'
    await page.locator(`.languages a[hreflang=${other}]`).click()
    await expect(page).toHaveURL(localizedPath(other, '/direct-reserve'))
    await page.goBack()

    await page.getByRole('navigation').getByRole('link', { name: words.Navigation.contact }).click()
    await page.getByRole('main').getByRole('link', { name: words.EmailReveal.button }).click()
    const address = page.getByRole('main').getByRole('link', { name: 'info@halcrest.example' })
    await expect(address).toHaveAttribute('href', 'mailto:info@halcrest.example')
  })
}

test('without JavaScript the phone menu opens and leads on', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/es')
  await page.getByLabel(catalog('es').Navigation.openMenu).click()
  await page
    .locator('.menu')
    .getByRole('link', { name: catalog('es').Navigation.contact })
    .click()
  await expect(page).toHaveURL('/es/contact')
})

for (const locale of locales) {
  test(`without JavaScript, the form in ${locale} comes back with its mistakes and values, then leads to a receipt`, async ({
    page,
    request,
  }) => {
    const { ContactForm, Contact } = catalog(locale)
    const input = (field: 'name' | 'email' | 'company' | 'phone' | 'message') =>
      page.getByRole('textbox', { name: ContactForm[field] })
    await page.goto(localizedPath(locale, '/contact'))
    // What the browser itself would refuse goes to the server all the same.
    await page.locator('.contact-form form').evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''))
    await input('name').fill('Zoë "Z" <b>Martin</b>')
    await input('email').fill('zoe@')
    await input('company').fill('Caisse & Fils')
    await input('message').fill('Bonjour,\n« deux lignes » & 100 %')
    await page.getByRole('button', { name: ContactForm.submit }).click()

    await expect(page).toHaveURL(new RegExp(`${localizedPath(locale, '/contact/again')}\\?draft=`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(Contact.title)
    const summary = page.getByRole('alert').filter({ hasText: ContactForm.errors.phone.required })
    await expect(summary.getByRole('link')).toHaveText([
      ContactForm.errors.email.invalid_email,
      ContactForm.errors.phone.required,
    ])
    await summary.getByRole('link', { name: ContactForm.errors.phone.required }).click()
    await expect(input('phone')).toBeFocused()
    await expect(input('email')).toHaveAccessibleDescription(ContactForm.errors.email.invalid_email)
    await expect(input('name')).toHaveValue('Zoë "Z" <b>Martin</b>')
    await expect(input('message')).toHaveValue('Bonjour,\n« deux lignes » & 100 %')

    const email = `zoe.${locale}.${Date.now()}@caisse.example`
    await input('email').fill(email)
    await input('phone').fill('+1 514 555 0199')
    await page.getByRole('button', { name: ContactForm.submit }).click()
    await expect(page).toHaveURL(new RegExp(`${localizedPath(locale, '/contact/received')}\\?reference=[0-9A-F]{8}$`))
    await expect(page.getByText(ContactForm.success)).toBeVisible()
    const reference = new URL(page.url()).searchParams.get('reference') ?? ''
    await expect(page.getByRole('main')).toContainText(ContactForm.receiptBody.replace('{reference}', reference))

    const list = await request.get('/api/contact', { headers: { Authorization: `Bearer ${operatorKey}` } })
    const { leads } = await list.json()
    const stored = leads.filter((lead: { email: string }) => lead.email === email)
    expect(stored).toEqual([
      expect.objectContaining({
        name: 'Zoë "Z" <b>Martin</b>',
        company: 'Caisse & Fils',
        message: 'Bonjour,\n« deux lignes » & 100 %',
        language: locale,
        quarantine: null,
      }),
    ])
    expect(stored[0].id.slice(0, 8).toUpperCase()).toBe(reference)
  })
}

for (const locale of locales) {
  test(`without JavaScript, a form in ${locale} whose draft is gone says so, and what was wrong with it`, async ({
    page,
  }) => {
    const { ContactForm } = catalog(locale)
    const problems = 'draft=none&errors=email.invalid_email%2Cphone.required&problem=rate_limited&retry=600'
    await page.goto(`${localizedPath(locale, '/contact/again')}?${problems}`)
    await expect(page.getByRole('alert').filter({ hasText: ContactForm.lost })).toBeVisible()
    const { email, phone } = ContactForm.errors
    const input = (field: 'email' | 'phone') => page.getByRole('textbox', { name: ContactForm[field] })
    await expect(input('email')).toHaveAccessibleDescription(email.invalid_email)
    await expect(input('phone')).toHaveAccessibleDescription(phone.required)
    await expect(page.getByRole('main')).toContainText('10 minut')
  })
}

test('the receipt shows no reference that is none', async ({ page }) => {
  await page.goto('/contact/received?reference=Call%20us%20on%20555')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(catalog('en').ContactForm.receiptTitle)
  await expect(page.getByRole('main')).not.toContainText('555')
})
