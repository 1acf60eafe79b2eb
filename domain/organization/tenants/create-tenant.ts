import { systemContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { CreateTenant, type TenantSettings } from './schemas.ts'
import { toTenantSettings } from './queries.ts'
import { TENANT_DEFAULTS } from './rules.ts'

/**
 * Opens a centre. Only operators do this, so there is no tenant context: the transaction's tenant is the new
 * centre, and the actor is the platform.
 * @param id a fixed id for the demo centre; otherwise a new id.
 */
export const createTenant = (
  platform: Platform,
  input: CreateTenant,
  id: string = newId('tenant'),
): Promise<TenantSettings> => {
  const ctx = systemContext(platform, { tenantId: id, action: 'createTenant' })
  const { name, defaultTimeZone, currency, isTest } = CreateTenant.parse(input)
  // Any permission will do, because no scope opens centres and the system context has all of them.
  return transact(ctx, 'api-keys:write', async (tx) => {
    const row = await tx.db.tenant.create({
      data: {
        id,
        name,
        defaultTimeZone,
        currency,
        isTest,
        ...TENANT_DEFAULTS,
        createdAt: tx.now,
        updatedAt: tx.now,
      },
    })
    tx.created({ type: 'tenant', id }, row)
    for (const listener of tx.platform.registry.tenantListeners) await listener.opened?.(tx)
    return toTenantSettings(row)
  })
}
