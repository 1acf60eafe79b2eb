import { activityInfo, Context } from '@temporalio/activity'
import type { SubjectInput } from '../domain/core/workflows.ts'
import { utcOrNull } from '../domain/core/time.ts'
import type { LeaseEnd } from '../workflows/webhook-courier/messages.ts'
import type { ActivityDeps } from './index.ts'

/** The lease of one webhook endpoint. */
export const webhookActivities = ({ courier }: ActivityDeps) => ({
  deliverDue: async ({ tenantId, subjectId: endpointId }: SubjectInput): Promise<LeaseEnd> => {
    const activity = Context.current()
    const everyMs = (activityInfo().heartbeatTimeoutMs ?? 9_000) / 3
    const pulse = setInterval(() => activity.heartbeat(), everyMs)
    try {
      const signal = activity.cancellationSignal
      const next = await courier.deliverDue({ tenantId, endpointId }, signal)
      if (next === 'unfinished') return { next: null, unfinished: true }
      return { next: utcOrNull(next), unfinished: false }
    } finally {
      clearInterval(pulse)
    }
  },
})
