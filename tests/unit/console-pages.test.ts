import { describe, expect, it } from 'vitest'
import { checkNames } from '@/lib/health/response-schema'
import { loadMessages } from '@/lib/i18n/messages'
import { localizedPath } from '@/lib/i18n/navigation'
import { routing } from '@/lib/i18n/routing'
import { consolePaths } from '@/lib/operator/console-paths'
import { healthPage, listsPage, signInPage } from '../support/console-pages'

const text = (html: string) => html.replace(/<[^>]+>/g, ' ')

describe.each(routing.locales)('the console in %s', (locale) => {
  it('shows every state of health, the failing checks first, and the errors of deliveries', async () => {
    const { checks } = (await loadMessages(locale)).Operator.health
    const html = await healthPage(locale)
    for (const name of checkNames) {
      expect(html).toContain(checks[name].fails)
      expect(html.indexOf(checks[name].ok)).toBeGreaterThan(html.indexOf(checks[name].fails))
    }
    expect(text(html)).toMatch(/SMTP 451.*ECONNREFUSED.*LIMIT_CHAT_GLOBAL/s)
    expect(html).toContain(`href="${localizedPath(locale, `${consolePaths.leads}/lead-1`)}"`)
    expect(html.match(/what-/g)).toHaveLength(8)
  })

  it('shows sessions, questions and conversations, and leads nowhere else', async () => {
    const html = await listsPage(locale)
    expect(html).toContain('aria-current="page"')
    for (const other of routing.locales) {
      expect(html).toContain(`href="${localizedPath(other, consolePaths.questions)}?before=1_x"`)
    }
    expect(html.match(/value="(b2|a1|others|this)"/g)).toEqual(['value="this"', 'value="a1"', 'value="others"'])
    expect(text(html)).toContain('&lt;b&gt;Hola&lt;/b&gt;')
    const addresses = [...html.matchAll(/(?:href|action)="([^"]+)"/g)].map(([, address]) => address)
    for (const address of addresses) expect(address).toMatch(/^(#|(\/(fr|es))?\/operator|\/api\/operator\/)/)
  })

  it.each(['unauthorized', 'code_required', 'wrong_code', 'rate_limited', 'unavailable', 'not_configured'] as const)(
    'says beside its field what is wrong at sign-in: %s',
    async (problem) => {
      const { problems } = (await loadMessages(locale)).Operator.signIn
      const html = await signInPage(locale, problem)
      expect(html).toContain(problems[problem].split('{')[0])
      expect(html.match(/aria-invalid="true"/g)).toHaveLength(1)
      expect(html).not.toContain('evil')
    },
  )
})
