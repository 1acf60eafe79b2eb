import { inSpan, SpanKind } from '../providers/telemetry/index.ts'

interface TracedMessage {
  workflow: string
  tenantId: string
  subjectId: string
  /** Null starts a new trace: a sweep has no causing call. */
  traceparent: string | null
}

/** Runs the hand-over in the trace of the write that caused the message. */
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
