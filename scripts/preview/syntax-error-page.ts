import { escapeHtml } from '../../lib/escape-html'
import { htmlPage } from '../copy/html-page'
import type { CatalogError } from './catalogs'

export function syntaxErrorPage(errors: CatalogError[]): string {
  const head = '<script type="module" src="/_preview/watch.js"></script>'
  const advice = '<p>Fix it and save: this page then becomes the one you wanted by itself.</p>'
  const title = 'A catalog cannot be read'
  return htmlPage(title, head, `<h1>${title}</h1>\n${errors.map(article).join('\n')}\n${advice}`)
}

function article({ file, line, column, text, problem, fix }: CatalogError): string {
  const [before, after] = [text.slice(0, column - 1), text.slice(column - 1)]
  return `<article class="error">
<h2><code>${file}</code>, line ${line}, column ${column}</h2>
<p>${escapeHtml(`${problem} ${fix}`)}</p>
<pre><code>${escapeHtml(before)}<mark aria-label="here">▸</mark>${escapeHtml(after)}</code></pre>
</article>`
}
