import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { breakGlassEvents } from './events.ts'
import { grantRecord } from './record.ts'
import { endOf, type ReviewBreakGlass } from './schemas.ts'
import { breakGlassReviewWorkflow } from './workflows.ts'

/** Permissions to review an access. A reviewer may also read it. */
export const REVIEW_NEEDS = ['break-glass-reviews:write', 'break-glass:read'] as const

/** Records a decision on whether the access was justified. A person responsible for privacy decides once. */
export const reviewBreakGlassGrant = (
  ctx: Context,
  { review: { justified, note }, ...ref }: RecordRef & { review: ReviewBreakGlass },
) =>
  changeRecord(ctx, ref, grantRecord(REVIEW_NEEDS), {
    fields: async (before, tx) => {
      const { reviewedAt, requestedBy, providerId } = before
      const approvedAlone = await assertSecondPerson(tx, [requestedBy, providerId], OWN_ACCESS, {
        alone: { permission: 'break-glass-reviews:write', since: endOf(before) },
      })
      if (!reviewedAt)
        return {
          reviewedAt: tx.now,
          reviewedBy: tx.actor.id,
          justified,
          reviewNote: note ?? null,
          approvedAlone,
        }
      throw new DomainError('invalid_transition', 'The access has already been reviewed.', {
        extra: { status: 'REVIEWED', allowed: [] },
      })
    },
    effects: (tx, { id, childId, providerId }) => {
      const facts = { breakGlassGrantId: id, childId, providerId, justified }
      tx.emit(breakGlassEvents['break_glass.reviewed'], { type: 'breakGlassGrant', id }, facts)
      tx.wake(breakGlassReviewWorkflow, id)
    },
  })

const OWN_ACCESS =
  'This access was your own. Ask another person responsible for privacy to review it.'
