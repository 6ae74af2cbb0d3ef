import { CircuitOpen, createCircuitBreaker } from '@/lib/chatbot/upstream/circuit-breaker'
import { UpstreamError } from '@/lib/chatbot/upstream/http-client'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { tookTooLong } from '@/lib/time-limit'
import { checkAnswer } from './check-answer'
import { circuitBreakerLimits, dailyCalls, maxFacts } from './limits'
import { promptOf } from './prompt'
import type { ModelAnswer, ModelProblem, ModelRequest } from './types'
import { guardWords } from './words'

const guard = createCircuitBreaker(circuitBreakerLimits)

const left = 'the visitor left'

class BudgetSpent extends Error {
  override name = 'BudgetSpent'
}

type Problem = { problem: ModelProblem; reason?: string }

/** Has the language model of CHATBOT_MODEL_URL word an answer from facts. What is wrong with it is a problem, never thrown. */
export async function askModel(asked: ModelRequest, signal: AbortSignal): Promise<ModelAnswer | Problem> {
  const request = { ...asked, facts: asked.facts.slice(0, maxFacts) }
  if (!env.CHATBOT_MODEL_URL || !guardWords[request.language]) return { problem: 'off' }
  if (request.facts.length === 0) return { problem: 'rejected', reason: 'no_facts' }
  const start = Date.now()
  const outcome = await answerOf(request, signal)
  note(outcome, Date.now() - start)
  return outcome
}

function note(outcome: ModelAnswer | Problem, ms: number) {
  if (!('problem' in outcome)) return metrics.chatModelAnswers.inc({ outcome: 'answered' })
  const { problem, reason } = outcome
  metrics.chatModelAnswers.inc({ outcome: reason === left ? 'left' : problem })
  log[problem === 'rejected' ? 'info' : 'warn']({ problem, reason, ms }, 'assistant model')
}

async function answerOf(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer | Problem> {
  try {
    const written = await guard(
      () => completeWithinBudget(request, signal),
      (error) => !(signal.aborted || error instanceof BudgetSpent),
    )
    const checked = checkAnswer(written, request)
    return 'reason' in checked ? { problem: 'rejected', ...checked } : checked
  } catch (error) {
    return problemOf(error, signal)
  }
}

async function completeWithinBudget(request: ModelRequest, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted()
  if ((await dailyCalls.take('all')) > 0) throw new BudgetSpent()
  // Only a site with a model loads its client.
  const { complete } = await import('./client')
  return complete(promptOf(request), signal)
}

// Messages of other errors may quote the answer.
function problemOf(error: unknown, signal: AbortSignal): Problem {
  if (error instanceof CircuitOpen) return { problem: 'open' }
  if (error instanceof BudgetSpent) return { problem: 'budget' }
  if (signal.aborted) return { problem: 'unavailable', reason: left }
  if (!(error instanceof UpstreamError)) return { problem: 'unavailable', reason: 'unexpected answer' }
  if (error.message === tookTooLong) return { problem: 'timeout' }
  return { problem: 'unavailable', reason: error.message }
}
