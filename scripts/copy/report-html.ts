import { escapeHtml } from '@/lib/escape-html'
import { languages, routing } from '@/lib/i18n/routing'
import { headings, summary } from './report-text'
import type { Finding, Level } from './types'

/** The findings as one page with nothing outside of it; its filters need no script. */
export function htmlReport(findings: Finding[], when = new Date()): string {
  const levels = Object.keys(headings) as Level[]
  const day = when.toISOString().slice(0, 16).replace('T', ' ')
  const list =
    findings.length > 0 ? levels.map((level) => section(level, findings)).join('') : '<p>The catalogs are in order.</p>'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Copy report: ${summary(findings)}</title>
<style>${style}${filterStyle()}</style>
</head>
<body>
<main>
<h1>Copy report</h1>
<p>${summary(findings)}. Made on <time>${day}</time> UTC by <code>npm run copy -- --html</code>.</p>
<form>${filters('Language', 'locale', languageNames())}${filters('Kind', 'level', Object.entries(headings))}</form>
${list}
</main>
</body>
</html>
`
}

function languageNames(): [string, string][] {
  return routing.locales.map((locale) => [locale, languages[locale].name])
}

function filters(legend: string, name: string, options: [string, string][]): string {
  const boxes = options.map(
    ([value, label]) => `<label><input type="checkbox" id="${name}-${value}" checked> ${escapeHtml(label)}</label>`,
  )
  return `<fieldset><legend>${legend}</legend>${boxes.join(' ')}</fieldset>`
}

// A box that is not checked hides its own.
function filterStyle(): string {
  const values = [
    ...routing.locales.map((locale) => `locale-${locale}`),
    ...Object.keys(headings).map((level) => `level-${level}`),
  ]
  return values.map((value) => `:root:has(#${value}:not(:checked)) .${value}{display:none}`).join('')
}

function section(level: Level, findings: Finding[]): string {
  const own = findings.filter((finding) => finding.level === level)
  if (own.length === 0) return ''
  const heading = `<h2>${headings[level]}</h2>`
  return `<section class="level-${level}">${heading}${own.map(article).join('\n')}</section>`
}

function article({ locale, file, line, column, key, pages, text, problem, fix, rule, level }: Finding): string {
  const rows: [string, string | undefined][] = [
    ['Text', text && `<span lang="${locale}">${escapeHtml(text)}</span>`],
    ['Wrong', escapeHtml(problem)],
    ['Fix', escapeHtml(fix)],
    ['Shown', pages.map(escapeHtml).join(', ') || undefined],
    ['Where', `<code>${escapeHtml(file)}:${line}:${column}</code>`],
  ]
  const facts = rows.map(([name, value]) => (value ? `<dt>${name}</dt><dd>${value}</dd>` : ''))
  return `<article class="${level} locale-${locale}"><h3>${escapeHtml(key ?? file)} <span class="rule">${locale} · ${rule}</span></h3><dl>${facts.join('')}</dl></article>`
}

const style = `
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif;--line:#767676;--error:#a3201f;--warning:#7a4b00;--note:#2b4a7a}
@media (prefers-color-scheme:dark){:root{--line:#8a8a8a;--error:#ff9d94;--warning:#f0c060;--note:#9fc3ff}}
body{margin:0}
main{max-width:60rem;margin:0 auto;padding:1.5rem}
form{display:flex;flex-wrap:wrap;gap:1rem}
fieldset{border:1px solid var(--line);border-radius:.25rem}
label{display:inline-block;padding:.25rem .75rem .25rem 0}
input{width:1.25rem;height:1.25rem;vertical-align:-.2rem}
article{border-left:.25rem solid var(--note);padding:0 0 0 1rem;margin:1.25rem 0}
article.error{border-color:var(--error)}
article.warning{border-color:var(--warning)}
h3{font-size:1rem;margin:0;overflow-wrap:anywhere}
.rule{font-weight:normal}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.25rem 0}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
:focus-visible{outline:3px solid var(--note);outline-offset:2px}
`
