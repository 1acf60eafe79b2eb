import { changeRecord } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { serviceRecord } from './record.ts'
import type { PatchService } from './schemas.ts'

/** Appointments keep the length, the buffers and the price that they were booked with. */
export const patchService = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchService },
) =>
  changeRecord(ctx, ref, serviceRecord, {
    fields: () => {
      const { amount, ...fields } = patch
      return { ...fields, ...(amount !== undefined && { amountMinor: amount }) }
    },
  })
