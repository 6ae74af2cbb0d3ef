import { escapeHtml } from '@/lib/escape-html'
import { languages, routing } from '@/lib/i18n/routing'
import { htmlPage } from './html-page'
import { byLevel, headings, summary } from './report-text'
import { type Finding, levels } from './types'

const filters: Record<string, [className: string, label: string][]> = {
  Language: routing.locales.map((locale) => [`locale-${locale}`, languages[locale].name]),
  Kind: levels.map((level) => [`level-${level}`, headings[level]]),
}

export function htmlReport(findings: Finding[], when = new Date()): string {
  const day = when.toISOString().slice(0, 16).replace('T', ' ')
  const sections = byLevel(findings).map(
    ({ level, own }) =>
      `<section class="level-${level}"><h2>${headings[level]}</h2>${own.map(article).join('\n')}</section>`,
  )
  const body = `<h1>Copy report</h1>
<p>${summary(findings)}. Made on <time>${day}</time> UTC by <code>npm run copy -- --html</code>.</p>
<form>${Object.keys(filters).map(fieldset).join('')}</form>
${sections.join('') || '<p>The catalogs are in order.</p>'}`
  return htmlPage(`Copy report: ${summary(findings)}`, `<style>${filterStyle()}</style>`, body)
}

function fieldset(legend: string): string {
  const boxes = filters[legend]?.map(
    ([name, label]) => `<label><input type="checkbox" id="${name}" checked> ${escapeHtml(label)}</label>`,
  )
  return `<fieldset><legend>${legend}</legend>${boxes?.join(' ')}</fieldset>`
}

function filterStyle(): string {
  const names = Object.values(filters).flatMap((boxes) => boxes.map(([name]) => name))
  return names.map((name) => `:root:has(#${name}:not(:checked)) .${name}{display:none}`).join('')
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
