import type { BreakGlassGrant as Model, Prisma } from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import type { Needs } from '#platform/core/permissions.ts'
import { keyOf, type RecordRef } from '#platform/core/record-ref.ts'
import { loadBreakGlassGrant } from './queries.ts'
import {
  isOpen,
  toBreakGlassGrant,
  type BreakGlassGrant,
  type ReviewBreakGlass,
} from './schemas.ts'
import { breakGlassEvents } from './events.ts'
import { breakGlassReviewWorkflow } from './workflows.ts'

/** Whoever reviews an access is shown it. */
export const REVIEW_NEEDS = ['break-glass-reviews:write', 'break-glass:read'] as const

const grantRecord = (
  permission: Needs,
): RecordKind<Model, Prisma.BreakGlassGrantUncheckedUpdateInput, BreakGlassGrant> => ({
  type: 'breakGlassGrant',
  table: 'break_glass_grants',
  permission,
  load: loadBreakGlassGrant,
  update: (tx, id, data) => tx.db.breakGlassGrant.update({ where: keyOf(tx, id), data }),
  show: (row, tx) => toBreakGlassGrant(row, tx.now),
})

/** Before its time: the child's records are closed again at once. */
export const endBreakGlass = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, grantRecord('break-glass:write'), {
    fields: (before, tx) => {
      if (isOpen(before, tx.now)) return { endedAt: tx.now }
      throw new DomainError('invalid_transition', 'The access is over already.', {
        extra: { status: 'OVER', allowed: [] },
      })
    },
    effects: (tx, { id }) => tx.wake(breakGlassReviewWorkflow, id),
  })

/** Somebody who is answerable for privacy says whether it was justified. Once. */
export const reviewBreakGlass = (
  ctx: Context,
  { review: { justified, note }, ...ref }: RecordRef & { review: ReviewBreakGlass },
) =>
  changeRecord(ctx, ref, grantRecord(REVIEW_NEEDS), {
    fields: ({ reviewedAt }, tx) => {
      if (!reviewedAt)
        return {
          reviewedAt: tx.now,
          reviewedBy: tx.actor.id,
          justified,
          reviewNote: note ?? null,
        }
      throw new DomainError('invalid_transition', 'The access has been reviewed already.', {
        extra: { status: 'REVIEWED', allowed: [] },
      })
    },
    effects: (tx, { id, childId, providerId }) => {
      const facts = { breakGlassGrantId: id, childId, providerId, justified }
      tx.emit(breakGlassEvents['break_glass.reviewed'], { type: 'breakGlassGrant', id }, facts)
      tx.wake(breakGlassReviewWorkflow, id)
    },
  })
