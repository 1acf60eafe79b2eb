import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { jsonObject, jsonOrNull } from '#platform/core/json.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { legalEntityRecord } from './record.ts'
import { assertTaxIdentified } from './rules.ts'
import type { PatchLegalEntity } from './schemas.ts'

/** Invoices that were issued already stay as they are. */
export const patchLegalEntity = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchLegalEntity },
) =>
  changeRecord(ctx, ref, legalEntityRecord, {
    fields: (before) => {
      const { address, eInvoiceAddress, ...fields } = patch
      assertTaxIdentified({ ...before, ...fields })
      return {
        ...fields,
        ...(address && { address: jsonObject(address) }),
        ...(eInvoiceAddress !== undefined && { eInvoiceAddress: jsonOrNull(eInvoiceAddress) }),
      }
    },
  })
