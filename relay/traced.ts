import { inSpan, SpanKind } from '../providers/telemetry/index.ts'

interface TracedMessage {
  workflow: string
  tenantId: string
  subjectId: string
  /** Null begins a trace: a sweep follows from no call. */
  traceparent: string | null
}

/** Hands over in the trace of the write that the message follows from. */
export const inTraceOf = (message: TracedMessage, handOver: () => Promise<void>): Promise<void> => {
  const { workflow, tenantId, subjectId, traceparent } = message
  return inSpan(
    `outbox ${workflow}`,
    {
      kind: SpanKind.CONSUMER,
      parent: traceparent,
      attributes: {
        'therapy.workflow': workflow,
        'therapy.tenant_id': tenantId,
        'therapy.subject_id': subjectId,
      },
    },
    handOver,
  )
}
