import type { Span } from '@opentelemetry/api'
import { env } from '@/lib/env'
import { shareTracing } from '@/lib/tracing'

/**
 * Sends traces to OTEL_EXPORTER_OTLP_ENDPOINT; without it no SDK is loaded. Its other settings
 * (headers, sampler, batches) are read from the environment by OpenTelemetry itself.
 */
export async function startTracing(): Promise<void> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api')
  const { BasicTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-base')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': env.OTEL_SERVICE_NAME }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  // Not registered for all: Next's own spans hold whole addresses, with what visitors typed.
  const tracer = provider.getTracer('site')
  const requests = new Map<string, Span>()
  shareTracing(({ name, attributes, requestId = '', isRequest }) => {
    const parent = requests.get(requestId)
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    const kind = isRequest ? SpanKind.SERVER : SpanKind.CLIENT
    const span = tracer.startSpan(name, { kind, attributes }, context)
    if (isRequest) requests.set(requestId, span)
    return ({ attributes: late = {}, error } = {}) => {
      span.setAttributes(error === undefined ? late : { ...late, 'error.type': error })
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
      if (isRequest) requests.delete(requestId)
    }
  })
  process.once('beforeExit', () => void provider.shutdown().catch(() => undefined))
}
