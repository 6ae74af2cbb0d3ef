import { escapeHtml } from '../../lib/escape-html.mjs'

/** The page shown instead of the site as long as a catalog cannot be read; it goes by itself once that is mended. */
export function faultPage(faults) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>A catalog cannot be read</title>
<link rel="stylesheet" href="/_preview/fault-page.css">
<script type="module" src="/_preview/watch.js"></script>
</head>
<body>
<main>
<h1>A catalog cannot be read</h1>
${faults.map(faultSection).join('\n')}
<p>Mend it and save: this page then becomes the one you wanted by itself.</p>
</main>
</body>
</html>
`
}

function faultSection({ file, line, column, text, problem, mend }) {
  const [before, after] = [text.slice(0, column - 1), text.slice(column - 1)]
  return `<section>
<h2><code>${file}</code>, line ${line}, column ${column}</h2>
<p>${escapeHtml(`${problem} ${mend}`)}</p>
<pre><code>${escapeHtml(before)}<mark aria-label="here">▸</mark>${escapeHtml(after)}</code></pre>
</section>`
}
