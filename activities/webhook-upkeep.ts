import { activityInfo, cancellationSignal } from '@temporalio/activity'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { disableFailingEndpoints } from '#webhooks/endpoints/disable-failing-endpoints.ts'
import { recoverBatch, type RecoveryProgress } from '#webhooks/recoveries/recover-batch.ts'
import { workflowContext } from './context.ts'
import type { ActivityDeps } from './activity-deps.ts'

/** Upkeep of webhook endpoints besides delivery. */
export const webhookUpkeepActivities = ({ platform }: ActivityDeps) => ({
  recoverWebhooks: ({ tenantId, subjectId: id }: SubjectInput): Promise<RecoveryProgress> =>
    recoverBatch(workflowContext(platform, tenantId), { id }),

  disableFailingEndpoints: (): Promise<number> => {
    const workflowId = activityInfo().workflowExecution?.workflowId
    return disableFailingEndpoints(platform, { workflowId, signal: cancellationSignal() })
  },
})
