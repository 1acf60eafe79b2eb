import { activityInfo } from '@temporalio/activity'
import { systemContext, type Context } from '../domain/core/context.ts'
import type { Platform } from '../domain/core/platform.ts'

/** The platform acting for a tenant, named in the audit trail by activity and workflow. */
export const workflowContext = (platform: Platform, tenantId: string): Context => {
  const { activityType, workflowExecution } = activityInfo()
  const workflowId = workflowExecution?.workflowId
  return systemContext(platform, {
    tenantId,
    action: activityType,
    ...(workflowId && { workflowId }),
  })
}
