import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { advanceErasure, type NextErasureStep } from '#privacy/erasures/advance-erasure.ts'
import { workflowContext } from './context.ts'
import type { ActivityDeps } from './activity-deps.ts'

/** Erasures of persons. */
export const erasureActivities = ({ platform }: ActivityDeps) => ({
  advanceErasure: ({ tenantId, subjectId: id }: SubjectInput): Promise<NextErasureStep | null> =>
    advanceErasure(workflowContext(platform, tenantId), { id }),
})
