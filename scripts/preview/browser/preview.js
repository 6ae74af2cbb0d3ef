import './watch.js'

if (/(?:^|; )preview=[a-z.]*keys/.test(document.cookie)) await import('./keys.js')
