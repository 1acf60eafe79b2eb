import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumn, dateTextOrNull } from '#platform/core/time/time.ts'
import { discountCodeRecord } from './record.ts'
import { assertAboveUses, assertPeriod } from './rules.ts'
import type { PatchDiscountCode } from './schemas.ts'

/** Changes the limits and the validity. Existing discounts are kept. */
export const patchDiscountCode = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchDiscountCode },
) =>
  changeRecord(ctx, ref, discountCodeRecord, {
    fields: async (before, tx) => {
      const { startsOn, endsOn, ...fields } = patch
      assertAboveUses(fields.maxUses, before.uses)
      assertPeriod(
        startsOn === undefined ? dateTextOrNull(before.startsOn) : startsOn,
        endsOn === undefined ? dateTextOrNull(before.endsOn) : endsOn,
      )
      const named = (fields.serviceIds ?? []).map((id, at) => [`serviceIds.${at}`, id] as const)
      await assertReferences(tx, 'service', Object.fromEntries(named))
      return {
        ...fields,
        ...(startsOn !== undefined && { startsOn: startsOn && dateColumn(startsOn) }),
        ...(endsOn !== undefined && { endsOn: endsOn && dateColumn(endsOn) }),
      }
    },
  })
