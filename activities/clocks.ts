import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { moveClocks } from '#early-intervention/programs/move-clocks.ts'
import { workflowContext } from './context.ts'
import type { ActivityDeps } from './activity-deps.ts'

export const clockActivities = ({ platform }: ActivityDeps) => ({
  moveClocks: ({ tenantId, subjectId: id }: SubjectInput): Promise<'more' | 'finished'> =>
    moveClocks(workflowContext(platform, tenantId), { id }),
})
