import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { assertPeriod } from './rules.ts'
import { toDiscountCode, type CreateDiscountCode, type DiscountCode } from './schemas.ts'

/** Creates a discount code. Codes are never reused, so that references in orders stay unambiguous. */
export const createDiscountCode = (
  ctx: Context,
  { percent, amount, currency, startsOn, endsOn, ...input }: CreateDiscountCode,
): Promise<DiscountCode> =>
  transact(ctx, 'discount-codes:write', async (tx) => {
    assertPeriod(startsOn, endsOn)
    if (percent !== undefined && currency !== undefined)
      throw invalid(
        'currency',
        'not_allowed',
        'A percentage applies to every currency. Omit currency.',
      )
    const named = input.serviceIds.map((id, index) => [`serviceIds.${index}`, id] as const)
    await assertReferences(tx, 'service', Object.fromEntries(named))
    const row = await tx.db.discountCode.create({
      data: {
        ...freshRecord(tx, newId('discountCode')),
        ...input,
        ...(percent !== undefined && { percentBasisPoints: Math.round(percent * 100) }),
        ...(amount !== undefined && {
          amountMinor: amount,
          currency: currency ?? (await loadTenantSettings(tx)).currency,
        }),
        startsOn: startsOn === null ? null : dateColumn(startsOn),
        endsOn: endsOn === null ? null : dateColumn(endsOn),
      },
    })
    tx.created({ type: 'discountCode', id: row.id }, row)
    return toDiscountCode(row)
  })
