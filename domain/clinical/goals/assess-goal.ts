import { goalReviewMoves } from './moves.ts'
import { move } from '#platform/core/records/move-record.ts'
import type { Goal as GoalModel } from '#prisma/generated/client.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord, keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadPoints } from './queries.ts'
import { achievementOf, reachedSince } from './rules.ts'
import { trendOf, type Point } from './trend.ts'
import { goalEvents } from './events.ts'
import { childProgressFollowUpWorkflow } from './workflows.ts'

/** The state of a goal, as a pure function of its target and measurements. */
export const standingOf = (
  goal: { baseline: number; target: number; consecutive: number },
  points: readonly Point[],
) => {
  const trend = trendOf(points, goal)
  const verdict = trend?.verdict ?? 'NOT_ENOUGH_DATA'
  const achievedAt = reachedSince(goal, points)
  return {
    trend: verdict,
    achievementStatus: achievementOf(verdict, achievedAt, trend?.to),
    achievedAt: achievedAt ?? null,
    lastMeasuredAt: trend?.to ?? null,
  }
}

/**
 * Evaluates a locked goal again after its measurements have changed, and updates everything that depends on its
 * state. A finished goal keeps its final state.
 */
export const assessGoal = async (tx: Transaction, before: GoalModel): Promise<void> => {
  if (before.endedAt) return
  const points = (await loadPoints(tx, [before.id])).get(before.id) ?? []
  const standing = standingOf(before, points)
  const after = await tx.db.goal.update({
    where: keyOf(tx, before.id),
    data: { ...standing, ...touched(tx) },
  })
  tx.changed({ type: 'goal', id: after.id }, before, after)
  await followStanding(tx, after, before)
}

/** The consequences of a goal's state: the event that it has been reached, or the review that it needs. */
export const followStanding = async (
  tx: Transaction,
  goal: GoalModel,
  before: GoalModel,
): Promise<void> => {
  if (goal.achievedAt && !before.achievedAt) {
    const subject = { type: 'goal', id: goal.id } as const
    tx.emit(goalEvents['goal.achieved'], subject, { goalId: goal.id, childId: goal.childId })
  }
  const { trend } = goal
  // An unclear trend answers nothing, so an open review stays until the goal recovers.
  if (trend === 'INCONCLUSIVE' && !goal.achievedAt) return
  const asks = (trend === 'REGRESSING' || trend === 'PLATEAU') && !goal.achievedAt
  await reviewGoal(tx, goal, asks ? trend : undefined)
}

/** Opens the review that a trend requires, and closes a review that it no longer requires. */
export const reviewGoal = async (
  tx: Transaction,
  goal: GoalModel,
  reason: 'REGRESSING' | 'PLATEAU' | undefined,
): Promise<void> => {
  const live = await tx.db.goalReview.findFirst({
    where: { tenantId: tx.tenantId, goalId: goal.id, status: { not: 'RESOLVED' } },
  })
  if (live?.reason === reason) return
  if (live) {
    const resolved = await move(tx, goalReviewMoves, 'resolve', live, (status) =>
      tx.db.goalReview.update({
        where: keyOf(tx, live.id),
        data: { status, resolvedAt: tx.now, ...touched(tx) },
      }),
    )
    tx.changed({ type: 'goalReview', id: live.id }, live, resolved)
  }
  if (!reason) return
  const row = await tx.db.goalReview.create({
    data: {
      ...freshRecord(tx, newId('goalReview')),
      goalId: goal.id,
      reason,
      status: 'OPEN',
    },
  })
  const subject = { type: 'goalReview', id: row.id } as const
  tx.created(subject, row)
  tx.emit(goalEvents['goal.needs_review'], subject, {
    reviewId: row.id,
    goalId: goal.id,
    childId: goal.childId,
  })
  tx.wake(childProgressFollowUpWorkflow, row.id)
}
