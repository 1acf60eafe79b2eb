import { cancellationSignal } from '@temporalio/activity'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import type { LeaseEnd } from '../workflows/webhook-courier/messages.ts'
import type { ActivityDeps } from './activity-deps.ts'

/** The lease of one webhook endpoint. */
export const webhookActivities = ({ deliveries }: ActivityDeps) => ({
  deliverDue: async ({ tenantId, subjectId: endpointId }: SubjectInput): Promise<LeaseEnd> => {
    const next = await deliveries.deliverDue({ tenantId, endpointId }, cancellationSignal())
    if (next === 'unfinished') return { next: null, unfinished: true }
    return { next: utcOrNull(next), unfinished: false }
  },
})
