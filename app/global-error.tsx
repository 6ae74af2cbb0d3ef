'use client'

type Messages = { title: string; body: string; retry: string }

/**
 * Replaces the page if the site's layout itself fails. Shows every language,
 * because the visitor's is unknown at that point.
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
