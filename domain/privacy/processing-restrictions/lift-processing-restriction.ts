import type { ProcessingRestriction as Model } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { changeRestriction, transitionRefused, writeRestriction } from './change-restriction.ts'
import { liftRestriction } from './lift-restriction.ts'
import type { LiftProcessingRestriction, ProcessingRestriction } from './schemas.ts'
import { toBeInformed } from './to-be-informed.ts'
import { restrictionLiftingWorkflow } from './workflows.ts'

/** The time between the notice and the lifting: a day. */
export const LIFT_NOTICE_MS = DAY_MS

/**
 * Lifts a restriction. The person who obtained it must be informed first (Art. 18(3) GDPR). If `notifiedBy`
 * says how this was done, the restriction ends immediately; otherwise the person gets an e-mail, and it ends a
 * day later.
 */
export const liftProcessingRestriction = (
  ctx: Context,
  {
    lift: { reason: liftReason, notifiedBy },
    ...ref
  }: RecordRef & { lift: LiftProcessingRestriction },
): Promise<ProcessingRestriction> =>
  changeRestriction(ctx, ref, async (tx, before) => {
    assertLiftable(before)
    tx.wake(restrictionLiftingWorkflow, before.id)
    if (notifiedBy) return liftRestriction(tx, before, { liftReason, notifiedBy })
    if (before.liftsAt)
      throw transitionRefused(
        before,
        'The lifting has already been announced. Wait until it takes effect, or send `notifiedBy`.',
      )
    if ((await toBeInformed(tx, before)).length === 0)
      throw invalid(
        'notifiedBy',
        'required',
        'None of the people who obtained the restriction has an e-mail address. Tell them in another way, and state in `notifiedBy` how.',
      )
    const liftsAt = new Date(tx.now.getTime() + LIFT_NOTICE_MS)
    return writeRestriction(tx, before, { liftReason, announcedAt: tx.now, liftsAt })
  })

/** A restriction that keeps data by law ends with its erasure and cannot be lifted by a person. */
const assertLiftable = (before: Model): void => {
  if (before.liftedAt) throw transitionRefused(before, 'The restriction has already been lifted.')
  if (before.ground === 'RETENTION')
    throw new DomainError(
      'retention_applies',
      'The records that remain after an erasure are kept only because the law requires it. Their restriction ends with the retention period and cannot be lifted.',
    )
}
