import { currentTraceId, inSpan, SpanKind } from '../../providers/telemetry/index.ts'
import type { Services } from '../services.ts'
import type { HttpContext } from './http-context.ts'

/**
 * Writes one span, one measurement and one log line per request. They contain operations and ids, but never
 * paths, which may include search terms.
 */
export const observe = (
  { metrics, log }: Services,
  c: HttpContext,
  next: () => Promise<void>,
): Promise<void> =>
  inSpan(c.req.method, { kind: SpanKind.SERVER, parent: null }, async (span) => {
    const startedAt = performance.now()
    metrics.inFlight.inc()
    try {
      await next()
    } finally {
      metrics.inFlight.dec()
      const ms = performance.now() - startedAt
      const operation = c.get('operation') ?? 'unknownRoute'
      const { status } = c.res
      metrics.requests.observe(
        { operation, status_class: `${Math.floor(status / 100)}xx` },
        ms / 1e3,
      )
      const { requestId, caller } = c.var
      const traceId = currentTraceId()
      log[operation === 'probe' ? 'debug' : 'info'](
        {
          requestId,
          ...(caller && { tenantId: caller.tenantId, callerId: caller.callerId }),
          operation,
          status,
          ms: Math.round(ms * 10) / 10,
          ...(traceId && { traceId }),
        },
        'request',
      )
      span?.updateName(`${c.req.method} ${operation}`)
      span?.setAttributes({
        'http.request.method': c.req.method,
        'http.response.status_code': status,
        'therapy.operation': operation,
        'therapy.request_id': requestId,
        ...(caller && { 'therapy.tenant_id': caller.tenantId }),
      })
      if (status >= 500) span?.setStatus({ code: 2 })
    }
  })
