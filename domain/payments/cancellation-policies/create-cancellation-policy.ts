import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { jsonOrNull } from '#platform/core/sql/json.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { assertWindows } from './rules.ts'
import {
  toCancellationPolicy,
  type CancellationPolicy,
  type CreateCancellationPolicy,
} from './schemas.ts'

/**
 * Creates a policy. There can be only one active policy per service and location; another one is refused with
 * `already_exists`.
 */
export const createCancellationPolicy = (
  ctx: Context,
  input: CreateCancellationPolicy,
): Promise<CancellationPolicy> =>
  transact(ctx, 'cancellation-policies:write', async (tx) => {
    const { noShowFee, currency = (await loadTenantSettings(tx)).currency, ...fields } = input
    assertWindows(fields.windows)
    await assertReferences(tx, 'service', { serviceId: fields.serviceId })
    await assertReferences(tx, 'location', { locationId: fields.locationId })
    const row = await tx.db.cancellationPolicy.create({
      data: {
        ...freshRecord(tx, newId('cancellationPolicy')),
        ...fields,
        noShowFee: jsonOrNull(noShowFee),
        currency,
      },
    })
    tx.created({ type: 'cancellationPolicy', id: row.id }, row)
    return toCancellationPolicy(row)
  })
