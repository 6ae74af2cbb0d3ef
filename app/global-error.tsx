'use client'

type Messages = { title: string; body: string; retry: string }

/**
 * Shown when the site's layout itself fails. The language is unknown at that
 * point, so every language is shown.
 */
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
