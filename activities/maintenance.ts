import { cancellationSignal } from '@temporalio/activity'
import type { Anchor } from '../domain/audit/anchor.ts'
import { sealEntries, type SealReport } from '../domain/audit/seal-entries.ts'
import { DomainError } from '../domain/core/errors.ts'
import type { Platform } from '../domain/core/platform.ts'
import { purgeExpiredKeys } from '../domain/idempotency/purge-expired-keys.ts'
import { purgeExpiredTokens } from '../domain/identity/purge-expired-tokens.ts'
import type { BatchOptions } from '../domain/maintenance/delete-in-batches.ts'
import { purgeRateLimits } from '../domain/maintenance/purge-rate-limits.ts'
import { purgeMessages } from '../domain/outbox/purge-messages.ts'
import type { Purged, SealedTrail } from '../workflows/maintenance/messages.ts'
import type { ActivityDeps } from './index.ts'

/** What maintenance did and met, for logs and metrics. */
export interface MaintenanceObserver {
  sealed?: (report: SealReport) => void
  /** Nothing was sealed, for a reason that will not go away by itself. */
  notSealed?: (error: DomainError) => void
  purged?: (what: keyof Purged, rows: number) => void
}

/** The platform's own chores, across tenants: they act for nobody, so there is no context. */
export const maintenanceActivities = ({ platform, maintenance }: ActivityDeps) => {
  const purge =
    (what: keyof Purged, verb: (platform: Platform, options: BatchOptions) => Promise<number>) =>
    async (): Promise<number> => {
      const rows = await verb(platform, { signal: cancellationSignal() })
      maintenance?.purged?.(what, rows)
      return rows
    }
  return {
    sealTrail: async (input: { anchor?: Anchor }): Promise<SealedTrail> => {
      try {
        const report = await sealEntries(platform, input)
        maintenance?.sealed?.(report)
        return { ...report, refused: report.refused.length }
      } catch (error) {
        if (isRefusal(error)) maintenance?.notSealed?.(error)
        throw error
      }
    },
    purgeIdempotencyKeys: purge('idempotencyKeys', purgeExpiredKeys),
    purgeTokens: purge('tokens', purgeExpiredTokens),
    purgeMessages: purge('messages', purgeMessages),
    purgeRateLimits: purge('rateLimits', purgeRateLimits),
  }
}

const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === 'conflict'
