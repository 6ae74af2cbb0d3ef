import { z } from 'zod'
import type { Env } from '@/lib/env'
import { errorCode } from '@/lib/outbox/error-code'
import { error, type Finding, ok, warning } from './finding'

const maxMs = 10_000
const about = 'Language model'

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) })

/** Whether the server of CHATBOT_MODEL_URL has the model: by its list of models, so that nothing is asked of it. */
export async function checkModel(env: Env): Promise<Finding[]> {
  const { CHATBOT_MODEL_URL: base, CHATBOT_URL, CHATBOT_ENABLED } = env
  if (!base) return []
  if (CHATBOT_URL || CHATBOT_ENABLED !== 'true') {
    const says = 'it is not asked: the site’s own assistant answers nobody.'
    return [warning(about, says, 'Remove CHATBOT_MODEL_URL, or CHATBOT_URL and CHATBOT_ENABLED=false.')]
  }
  return [await askForModel(base, env)]
}

async function askForModel(base: string, env: Env): Promise<Finding> {
  const { host } = new URL(base)
  const key = env.CHATBOT_MODEL_KEY
  const headers: HeadersInit = key ? { Authorization: `Bearer ${key}` } : {}
  try {
    const answer = await fetch(`${base}/models`, { headers, redirect: 'manual', signal: AbortSignal.timeout(maxMs) })
    const list = answer.ok ? listSchema.safeParse(await answer.json().catch(() => undefined)) : undefined
    return judge(
      host,
      answer.status,
      list?.data?.data.map(({ id }) => id),
      env.CHATBOT_MODEL,
    )
  } catch (cause) {
    const advice = 'Check CHATBOT_MODEL_URL, its DNS and certificate, and whether a firewall is between.'
    return error(about, `${host} does not answer (${errorCode(cause)}).`, advice)
  }
}

function judge(host: string, status: number, models: string[] | undefined, model = ''): Finding {
  if (status === 401 || status === 403) return error(about, `${host} refuses the key.`, 'Correct CHATBOT_MODEL_KEY.')
  if (models?.includes(model)) return ok(about, `${host} has ${model}.`)
  if (models) return warning(about, `${host} does not list ${model}.`, `Set CHATBOT_MODEL to one of its models.`)
  const advice = 'CHATBOT_MODEL_URL is what stands before /chat/completions, and mostly ends with /v1.'
  return warning(about, `${host} answers ${status} at /models, and not with a list.`, advice)
}
