import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { jsonArray, jsonObject, jsonOrNull } from '#platform/core/sql/json.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { legalEntityRecord } from './record.ts'
import { assertLevelsAscend, assertTaxIdentified } from './rules.ts'
import type { PatchLegalEntity } from './schemas.ts'

/** Changes a legal entity. Issued invoices stay unchanged. */
export const patchLegalEntity = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchLegalEntity },
) =>
  changeRecord(ctx, ref, legalEntityRecord, {
    fields: (before) => {
      const { address, eInvoiceAddress, dunningLevels, ...fields } = patch
      assertTaxIdentified({ ...before, ...fields })
      assertLevelsAscend(dunningLevels ?? [])
      return {
        ...fields,
        ...(address && { address: jsonObject(address) }),
        ...(dunningLevels && { dunningLevels: jsonArray(dunningLevels) }),
        ...(eInvoiceAddress !== undefined && { eInvoiceAddress: jsonOrNull(eInvoiceAddress) }),
      }
    },
  })
