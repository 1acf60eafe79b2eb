import { activityInfo, cancellationSignal } from '@temporalio/activity'
import { rollUp } from '#analytics/rollups/roll-up.ts'
import type { ActivityDeps } from './activity-deps.ts'

/** The daily sums for analytics. */
export const analyticsActivities = ({ platform }: ActivityDeps) => ({
  takeInAnalyticsChanges: (): Promise<number> => {
    const workflowId = activityInfo().workflowExecution?.workflowId
    return rollUp(platform, { workflowId, signal: cancellationSignal() })
  },
})
