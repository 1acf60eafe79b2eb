import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { grantRecord } from './record.ts'
import { isOpen } from './schemas.ts'
import { breakGlassReviewWorkflow } from './workflows.ts'

/** Ends the access early, with immediate effect. */
export const endBreakGlassGrant = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, grantRecord('break-glass:write'), {
    fields: (before, tx) => {
      if (isOpen(before, tx.now)) return { endedAt: tx.now }
      throw new DomainError('invalid_transition', 'The access has already ended.', {
        extra: { status: 'ENDED', allowed: [] },
      })
    },
    effects: (tx, { id }) => tx.wake(breakGlassReviewWorkflow, id),
  })
