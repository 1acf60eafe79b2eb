import { z } from 'zod'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { line } from '#platform/core/records/record.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { changeTenant } from './change-tenant.ts'
import type { Organization } from './schemas.ts'

/** The reason is shown to the centre's owners. */
export const SuspendTenant = z.strictObject({ reason: line(500) })
export type SuspendTenant = z.infer<typeof SuspendTenant>

/**
 * Suspends a centre: owners can read, nobody can write, and follow-ups, messages and webhooks wait. Only an
 * operator can do this, and not through the API.
 */
export const suspendTenant = (ctx: Context, { reason }: SuspendTenant): Promise<Organization> =>
  transact(ctx, 'organization:write', async (tx) => {
    const after = await changeTenant(tx, (before) => {
      if (before.status !== 'ACTIVE')
        throw new DomainError('invalid_transition', 'The centre has already been suspended.')
      return {
        status: 'SUSPENDED',
        statusReason: reason,
        suspendedAt: tx.now,
        resumedAt: null,
      }
    })
    for (const listener of tx.platform.registry.tenantListeners) await listener.suspended?.(tx)
    return after
  })
