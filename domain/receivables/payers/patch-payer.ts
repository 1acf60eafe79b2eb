import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { jsonOrNull } from '#platform/core/sql/json.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { payerRecord } from './record.ts'
import { assertNamed } from './rules.ts'
import { toPayer, type PatchPayer } from './schemas.ts'

/** Changes a payer. Issued invoices keep their due date and address. */
export const patchPayer = (ctx: Context, { patch, ...ref }: RecordRef & { patch: PatchPayer }) =>
  changeRecord(ctx, ref, payerRecord, {
    fields: (before) => {
      const { address, eInvoiceAddress, ...fields } = patch
      assertNamed({ ...toPayer(before), ...patch })
      return {
        ...fields,
        ...(address !== undefined && { address: jsonOrNull(address) }),
        ...(eInvoiceAddress !== undefined && { eInvoiceAddress: jsonOrNull(eInvoiceAddress) }),
      }
    },
  })
