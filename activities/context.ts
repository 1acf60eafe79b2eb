import { activityInfo } from '@temporalio/activity'
import { systemContext, type OutsideContext } from '#platform/core/context/context.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { currentTraceparent } from '../providers/telemetry/index.ts'

/** The platform's context for a tenant. The audit trail names the activity and the workflow. */
export const workflowContext = (platform: OpenPlatform, tenantId: string): OutsideContext => {
  const { activityType, workflowExecution } = activityInfo()
  const workflowId = workflowExecution?.workflowId
  const traceparent = currentTraceparent()
  const ctx = systemContext(platform, {
    tenantId,
    action: activityType,
    ...(workflowId && { workflowId }),
  })
  return traceparent ? { ...ctx, traceparent } : ctx
}
