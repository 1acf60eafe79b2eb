import { activityInfo, cancellationSignal } from '@temporalio/activity'
import { removeClosedTenants } from '#organization/tenants/remove-closed-tenants.ts'
import type { Anchor } from '#platform/audit/anchor.ts'
import { sealEntries } from '#platform/audit/seal-entries.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { tidyAllFiles } from '#platform/files/tidy-all-files.ts'
import { purgeExpired } from '#platform/maintenance/purge-expired.ts'
import type { RetainedName } from '#platform/maintenance/retention.ts'
import type { Purged, SealedTrail, TidiedFiles } from '../workflows/maintenance/messages.ts'
import type { ActivityDeps } from './activity-deps.ts'

/** Maintenance across tenants. It acts for no tenant, so it has no context. */
export const maintenanceActivities = ({
  platform,
  maintenance,
  retentionDays: days = {},
}: ActivityDeps) => {
  return {
    sealTrail: async (input: { anchor?: Anchor }): Promise<SealedTrail> => {
      try {
        const report = await sealEntries(platform, input)
        maintenance?.sealed?.(report)
        return { ...report, refused: report.refused.length }
      } catch (error) {
        if (isPermanent(error)) maintenance?.notSealed?.(error)
        throw error
      }
    },
    purgeExpiredRows: async (): Promise<Purged> => {
      const purged: Purged = {}
      const note = (what: RetainedName, rows: number) => {
        purged[what] = rows
        maintenance?.purged?.(what, rows)
      }
      const signal = cancellationSignal()
      const workflowId = activityInfo().workflowExecution?.workflowId
      // A failure of one must not stop the other.
      const results = await Promise.allSettled([
        purgeExpired(platform, note, { days, signal }),
        removeClosedTenants(
          platform,
          (tenantId, removal) => maintenance?.centreRemoved?.(tenantId, removal),
          { workflowId, signal },
        ),
      ])
      for (const result of results) if (result.status === 'rejected') throw result.reason
      maintenance?.purgedAll?.(platform.clock.now())
      return purged
    },
    tidyFiles: async (): Promise<TidiedFiles> => {
      const sum: TidiedFiles = { removed: 0, abandoned: 0, unclaimed: 0, missing: 0 }
      const strange = await tidyAllFiles(platform, {
        workflowId: activityInfo().workflowExecution?.workflowId,
        signal: cancellationSignal(),
        onTidied: (tenantId, report) => {
          maintenance?.tidied?.(tenantId, report)
          sum.removed += report.removed
          sum.abandoned += report.abandoned
          sum.unclaimed += report.unclaimed
          sum.missing += report.missing.length
        },
      })
      if (strange.length > 0) maintenance?.strangeFolders?.(strange)
      return sum
    },
  }
}

const isPermanent = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === 'trail_altered'
