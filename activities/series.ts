import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { carryOutSeries } from '#scheduling/series/carry-out-series.ts'
import type { ActivityDeps } from './activity-deps.ts'
import { workflowContext } from './context.ts'
import { cancellationSignal } from '@temporalio/activity'

/** The occurrences of series. */
export const seriesActivities = ({ platform }: ActivityDeps) => ({
  carryOutSeries: ({ tenantId, subjectId: id }: SubjectInput): Promise<{ left: boolean }> =>
    carryOutSeries(workflowContext(platform, tenantId), { id, signal: cancellationSignal() }),
})
