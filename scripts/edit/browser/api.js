const noAnswer = 'The editor does not answer. Is “npm run edit” still running? Start it again, then try once more.'

/**
 * What the editor's server answers, with `ok` and `status` beside it; `status` is 0 where it does not answer at all.
 * With a body the request changes something.
 * @param {string} path after `/_edit/`
 * @param {unknown} [body]
 */
export async function ask(path, body) {
  const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers }
  try {
    const answer = await fetch(`/_edit/${path}`, request)
    const value = await answer.json()
    return answer.ok
      ? { ok: true, status: answer.status, value }
      : { ok: false, status: answer.status, error: 'This did not work.', ...value }
  } catch {
    return { ok: false, status: 0, error: noAnswer }
  }
}

const headers = { 'Content-Type': 'application/json' }
