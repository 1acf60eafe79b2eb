import { z } from 'zod'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { changeTenant } from './change-tenant.ts'
import type { Organization } from './schemas.ts'

export const CloseTenant = z.strictObject({
  /** The centre's name, which confirms the irreversible step. */
  confirm: z.string(),
  afterDays: z.int().min(1).max(365),
})
export type CloseTenant = z.infer<typeof CloseTenant>

/**
 * Sets when a suspended centre is removed (`removeClosedTenants`). Nothing is lost before then. Only an
 * operator can do this, and not through the API.
 */
export const closeTenant = (
  ctx: Context,
  { confirm, afterDays }: CloseTenant,
): Promise<Organization> =>
  transact(ctx, 'organization:write', (tx) =>
    changeTenant(tx, ({ name, status, closesAt }) => {
      if (confirm !== name)
        throw invalid(
          'confirm',
          'mismatch',
          `The name does not match the name of ${tx.tenantId}. Send its exact name.`,
        )
      if (status !== 'SUSPENDED')
        throw new DomainError('invalid_transition', 'The centre is active. Suspend it first.')
      if (closesAt)
        throw new DomainError('invalid_transition', 'The centre is already scheduled to be closed.')
      return { closesAt: new Date(tx.now.getTime() + afterDays * DAY_MS) }
    }),
  )

/** Cancels the removal of a centre, which stays suspended. */
export const reopenTenant = (ctx: Context): Promise<Organization> =>
  transact(ctx, 'organization:write', (tx) =>
    changeTenant(tx, ({ closesAt }) => {
      if (!closesAt)
        throw new DomainError('invalid_transition', 'The centre is not scheduled to be closed.')
      return { closesAt: null }
    }),
  )
