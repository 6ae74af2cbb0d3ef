import { errorCode } from '@/lib/outbox/failure'

/** Why a node's response is not used; a label of the metrics. */
export const failureKinds = [
  'unreachable',
  'timeout',
  'http_error',
  'rpc_error',
  'malformed',
  'wrong_chain',
  'wrong_decimals',
  'behind',
] as const

export type FailureKind = (typeof failureKinds)[number]

export class ChainFailure extends Error {
  override name = 'ChainFailure'

  constructor(
    readonly kind: FailureKind,
    detail: string,
  ) {
    super(detail)
  }
}

export function describeFailure(error: unknown): ChainFailure {
  if (error instanceof ChainFailure) return error
  const code = errorCode(error)
  return code === 'TimeoutError'
    ? new ChainFailure('timeout', 'no answer in time')
    : new ChainFailure('unreachable', code)
}
