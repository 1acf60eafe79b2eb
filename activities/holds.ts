import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { releaseExpiredHolds } from '#scheduling/holds/release-expired-holds.ts'
import { workflowContext } from './context.ts'
import type { ActivityDeps } from './activity-deps.ts'

/** Expiry of holds. */
export const holdActivities = ({ platform }: ActivityDeps) => ({
  releaseExpiredHolds: ({ tenantId }: SubjectInput) =>
    releaseExpiredHolds(workflowContext(platform, tenantId)),
})
