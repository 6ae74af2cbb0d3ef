'use client'

declare const ERROR_MESSAGES: string

type Messages = { title: string; body: string; retry: string }

/** Shown when even the site's layout failed. The language is not known then, so it speaks all of them. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        {Object.entries<Messages>(JSON.parse(ERROR_MESSAGES)).map(
          ([locale, { title, body, retry }]) => (
            <section key={locale} lang={locale} className="frame">
              <h1>{title}</h1>
              <p>{body}</p>
              <a href="?">{retry}</a>
            </section>
          ),
        )}
      </body>
    </html>
  )
}
