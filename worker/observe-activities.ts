import type {
  ActivityExecuteInput,
  ActivityInboundCallsInterceptor,
  ActivityInterceptorsFactory,
  Next,
} from '@temporalio/worker'
import type { Logger } from '../providers/log/logger.ts'
import { currentTraceId } from '../providers/telemetry/index.ts'

export interface ActivityObserver {
  log: Logger
  activity: (name: string, outcome: 'completed' | 'failed', ms: number) => void
}

/**
 * One measurement and log line per activity. The SDK logs a failure itself, as a warning with the error, the
 * workflow id and the attempt.
 */
export const observeActivities =
  ({ log, activity: measured }: ActivityObserver): ActivityInterceptorsFactory =>
  ({ info }) => ({
    inbound: {
      async execute(
        input: ActivityExecuteInput,
        next: Next<ActivityInboundCallsInterceptor, 'execute'>,
      ): Promise<unknown> {
        const startedAt = performance.now()
        let outcome: 'completed' | 'failed' = 'failed'
        try {
          const result = await next(input)
          outcome = 'completed'
          return result
        } finally {
          const ms = performance.now() - startedAt
          measured(info.activityType, outcome, ms)
          if (outcome === 'completed') {
            const { workflowId, runId } = info.workflowExecution ?? {}
            const traceId = currentTraceId()
            log.info(
              {
                activity: info.activityType,
                workflowId,
                runId,
                ...tenantOf(input),
                attempt: info.attempt,
                status: outcome,
                ms: Math.round(ms * 10) / 10,
                ...(traceId && { traceId }),
              },
              'activity',
            )
          }
        }
      },
    },
  })

/** Activities about a subject have its tenant in their first argument; maintenance has none. */
const tenantOf = ({ args: [input] }: ActivityExecuteInput): { tenantId?: string } => {
  const tenantId = (input as { tenantId?: unknown } | undefined)?.tenantId
  return typeof tenantId === 'string' ? { tenantId } : {}
}
