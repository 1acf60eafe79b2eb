import { wakeWorkflows } from '#messaging/follow-ups/wake-workflows.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { changeTenant } from './change-tenant.ts'
import type { Organization } from './schemas.ts'

export interface Resumed {
  organization: Organization
  /** The number of workflows woken per second, and the number of seconds until all are. */
  woken: number
  seconds: number
}

/** Resumes a suspended centre and everything that was waiting. */
export const resumeTenant = (ctx: Context): Promise<Resumed> =>
  transact(ctx, 'organization:write', async (tx) => {
    const organization = await changeTenant(tx, (before) => {
      if (before.status === 'ACTIVE')
        throw new DomainError('invalid_transition', 'The centre is not suspended.')
      if (before.closesAt)
        throw new DomainError(
          'invalid_transition',
          'The centre is scheduled to be closed. Reopen it first.',
        )
      return { status: 'ACTIVE', statusReason: null, resumedAt: tx.now }
    })
    for (const listener of tx.platform.registry.tenantListeners) await listener.resumed?.(tx)
    return { organization, ...(await wakeWorkflows(tx)) }
  })
