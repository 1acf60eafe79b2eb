import { repeatHandOvers } from '#platform/outbox/repeat-hand-overs.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { wakeWorkflows } from '#messaging/follow-ups/wake-workflows.ts'
import { change, PLATFORM_TENANT } from '../operator.ts'

export interface WakeOptions {
  /** The command's name in audit rows. */
  action: string
  /** Messages since this time are handed over again. */
  since?: Date | undefined
  perSecond?: number | undefined
}

export interface Woken {
  centres: number
  woken: number
  repeated: number
  seconds: number
}

/** Continues every centre's work after Temporal, the database or both were restored. */
export const wakeCentres = async (
  platform: OpenPlatform,
  { action, since, perSecond }: WakeOptions,
): Promise<Woken> => {
  const repeated = since ? await repeatHandOvers(platform, { since }) : 0
  const { rows } = await platform.database.system.query<{ tenantId: string }>(CENTRES, [
    PLATFORM_TENANT,
  ])
  const all: Woken = { centres: rows.length, woken: 0, repeated, seconds: 0 }
  for (const { tenantId } of rows) {
    const { woken, seconds } = await change(platform, { tenantId, action }, (ctx) =>
      wakeWorkflows(ctx, { ...(perSecond !== undefined && { perSecond }) }),
    )
    all.woken += woken
    all.seconds = Math.max(all.seconds, seconds)
  }
  return all
}

const CENTRES =
  'SELECT tenant_id AS "tenantId" FROM tenants WHERE tenant_id <> $1 AND closed_at IS NULL ORDER BY tenant_id'
