import { activityInfo, cancellationSignal } from '@temporalio/activity'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { getLicenseToCheck } from '#organization/provider-licenses/get-license-to-check.ts'
import { settleLicenseCheck } from '#organization/provider-licenses/settle-license-check.ts'
import { watchLicenses } from '#organization/provider-licenses/watch-licenses.ts'
import { workflowContext } from './context.ts'
import type { ActivityDeps } from './activity-deps.ts'

/** Licenses: registry checks and expiry. */
export const licenseActivities = ({ platform }: ActivityDeps) => {
  const contextOf = ({ tenantId }: SubjectInput) => workflowContext(platform, tenantId)
  return {
    /** After a lost response, it is repeated with the same key. */
    checkLicense: async (input: SubjectInput): Promise<void> => {
      const ctx = contextOf(input)
      const check = await getLicenseToCheck(ctx, { id: input.subjectId })
      if (!check) return
      const { licenseRegistry: registry } = platform
      const found = await registry.find(check.question)
      await settleLicenseCheck(ctx, check, { source: registry.name, found })
    },
    giveUpLicenseCheck: async (input: SubjectInput): Promise<void> => {
      const ctx = contextOf(input)
      const check = await getLicenseToCheck(ctx, { id: input.subjectId })
      if (check) await settleLicenseCheck(ctx, check, 'unanswered')
    },
    watchDueLicenses: (): Promise<number> => {
      const workflowId = activityInfo().workflowExecution?.workflowId
      return watchLicenses(platform, { workflowId, signal: cancellationSignal() })
    },
  }
}
