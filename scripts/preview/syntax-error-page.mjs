import { escapeHtml } from '../../lib/escape-html.ts'

/** The page shown instead of the site as long as a catalog cannot be read; it goes by itself once that is fixed. */
export function syntaxErrorPage(errors) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>A catalog cannot be read</title>
<link rel="stylesheet" href="/_preview/syntax-error-page.css">
<script type="module" src="/_preview/watch.js"></script>
</head>
<body>
<main>
<h1>A catalog cannot be read</h1>
${errors.map(errorSection).join('\n')}
<p>Fix it and save: this page then becomes the one you wanted by itself.</p>
</main>
</body>
</html>
`
}

function errorSection({ file, line, column, text, problem, fix }) {
  const [before, after] = [text.slice(0, column - 1), text.slice(column - 1)]
  return `<section>
<h2><code>${file}</code>, line ${line}, column ${column}</h2>
<p>${escapeHtml(`${problem} ${fix}`)}</p>
<pre><code>${escapeHtml(before)}<mark aria-label="here">▸</mark>${escapeHtml(after)}</code></pre>
</section>`
}
