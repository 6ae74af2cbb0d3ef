export function htmlPage(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
${head}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
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
h2{font-size:1.1rem}
pre{padding:.75rem;border:1px solid var(--line);white-space:pre-wrap;overflow-wrap:anywhere}
mark{background:none;color:var(--error);font-weight:bold}
h3{font-size:1rem;margin:0;overflow-wrap:anywhere}
.rule{font-weight:normal}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.25rem 0}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
:focus-visible{outline:3px solid var(--note);outline-offset:2px}
`
