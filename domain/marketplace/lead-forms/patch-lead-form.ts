import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertForm } from './assert-form.ts'
import { leadFormRecord } from './record.ts'
import { toLeadForm, type PatchLeadForm } from './schemas.ts'

/** Changes a form. A change of its text creates a version; earlier consents refer to the old text. */
export const patchLeadForm = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchLeadForm },
) =>
  changeRecord(ctx, ref, leadFormRecord, {
    fields: async (before, tx) => {
      const known = toLeadForm(before)
      await assertForm(tx, { ...known, ...patch })
      const isReworded =
        patch.consents && JSON.stringify(patch.consents) !== JSON.stringify(known.consents)
      return { ...patch, ...(isReworded && { consentVersion: before.consentVersion + 1 }) }
    },
  })
