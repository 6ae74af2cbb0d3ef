import { dark, light } from '@look/palette'
import type { DigestText } from '@/lib/leads/digest-text'
import { escapeHtml } from '@/lib/text'
import type { DescribedLead } from './lead-text'

type MailFrame = {
  above: string
  heading: string
  buttons: { label: string; href: string }[]
  notice: string
}

export function htmlMail(
  lead: DescribedLead,
  { above, heading, buttons, notice }: MailFrame,
): string {
  const { locale, title, rows, text } = lead
  const tableRows = rows.map(({ label, value }) => {
    const cell = `<td class="soft" style="${styles.label}">${escapeHtml(label)}</td>`
    return `<tr>${cell}<td class="ink" dir="auto" style="${styles.value}">${htmlLines(value)}</td></tr>`
  })
  const links = buttons.map(({ label, href }) => {
    return `<a class="ink" href="${escapeHtml(href)}" style="${styles.button}">${escapeHtml(label)}</a>`
  })
  const message =
    text &&
    `<div class="rule" dir="auto" style="${styles.text}">${htmlLines(text)}</div>`
  return page({
    locale,
    title,
    above,
    heading,
    body: `${message}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${styles.rows}">
${tableRows.join('\n')}
</table>
${notice && `<p class="ink" style="${styles.value}">${escapeHtml(notice)}</p>`}
${links.join('\n')}`,
  })
}

/** Writes a mail with lists that link to the console. */
export function htmlDigest(report: DigestText): string {
  const { locale, title, intro, sections } = report
  const blocks = sections.map(({ text, items, link }) => {
    const lines = items.map(
      (item) =>
        `<li class="ink" dir="auto" style="${styles.item}">${linked(item)}</li>`,
    )
    return [
      `<p class="rule" dir="auto" style="${styles.section}">${escapeHtml(text)}</p>`,
      lines.length > 0 && `<ul style="${styles.list}">${lines.join('')}</ul>`,
      link &&
        `<a class="ink" href="${escapeHtml(link.href)}" style="${styles.button}">${escapeHtml(link.label)}</a>`,
    ]
      .filter(Boolean)
      .join('\n')
  })
  return page({
    locale,
    title,
    above: intro,
    heading: title,
    body: blocks.join('\n'),
  })
}

function linked({
  text,
  href,
}: DigestText['sections'][number]['items'][number]) {
  return href
    ? `<a class="ink" href="${escapeHtml(href)}" style="${styles.link}">${escapeHtml(text)}</a>`
    : escapeHtml(text)
}

type Page = Record<'locale' | 'title' | 'above' | 'heading' | 'body', string>

function page({ locale, title, above, heading, body }: Page): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${darkStyles}
</style>
</head>
<body class="page" style="${styles.page}">
<table role="presentation" class="page" cellpadding="0" cellspacing="0" border="0" style="${styles.outer}">
<tr><td align="center">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${styles.inner}">
<tr><td align="left" style="${styles.cell}">
<p class="gold" style="${styles.above}">${escapeHtml(above)}</p>
<h1 class="ink" dir="auto" style="${styles.heading}">${escapeHtml(heading)}</h1>
${body}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`
}

function htmlLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}

// Breaks long addresses, because they would make the mail wider than the
// screen.
const wraps = 'word-break: break-word;'
const fonts = 'font-family: Helvetica, Arial, sans-serif;'
// Style attributes contain the light colors, because many mail programs read
// nothing else. Programs with a dark mode use the style element, which has to
// override the attributes.
const styles = {
  page: `margin: 0; padding: 0; background-color: ${light.paper}; color: ${light.ink};`,
  outer: `width: 100%; background-color: ${light.paper};`,
  inner: 'width: 100%; max-width: 640px;',
  // Repeats the fonts, because programs that replace the body lose its font.
  cell: `padding: 24px; ${fonts}`,
  above: `margin: 0 0 4px; color: ${light.gold}; font-size: 14px; line-height: 20px;`,
  heading: `margin: 0 0 16px; color: ${light.ink}; font-size: 22px; line-height: 28px; ${wraps}`,
  label: `width: 30%; padding: 4px 16px 4px 0; color: ${light.soft}; font-size: 14px; line-height: 20px; vertical-align: top;`,
  rows: 'width: 100%;',
  value: `padding: 4px 0; color: ${light.ink}; font-size: 16px; line-height: 22px; vertical-align: top; ${wraps}`,
  text: `margin: 16px 0; padding: 16px 0; border-top: 1px solid ${light.rule}; border-bottom: 1px solid ${light.rule}; color: ${light.ink}; font-size: 16px; line-height: 24px; white-space: pre-wrap; ${wraps}`,
  section: `margin: 24px 0 8px; padding-top: 16px; border-top: 1px solid ${light.rule}; color: ${light.ink}; font-size: 16px; line-height: 24px; ${wraps}`,
  list: 'margin: 0; padding: 0 0 0 20px;',
  item: `padding: 2px 0; color: ${light.ink}; font-size: 16px; line-height: 22px; ${wraps}`,
  link: `color: ${light.ink};`,
  button: `display: inline-block; margin: 16px 8px 0 0; padding: 10px 16px; border: 1px solid ${light.ink}; color: ${light.ink}; font-size: 16px; line-height: 22px; text-decoration: none;`,
}

const darkStyles = `@media (prefers-color-scheme: dark) {
.page { background-color: ${dark.paper} !important; color: ${dark.ink} !important; }
.ink { color: ${dark.ink} !important; border-color: ${dark.ink} !important; }
.soft { color: ${dark.soft} !important; }
.gold { color: ${dark.gold} !important; }
.rule { color: ${dark.ink} !important; border-color: ${dark.rule} !important; }
}`
