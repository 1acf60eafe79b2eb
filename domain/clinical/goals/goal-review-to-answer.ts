import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A goal whose trend the therapist must comment on. */
export const goalReviewToAnswer = defineWaiting({
  kind: 'GOAL_REVIEW_TO_ANSWER',
  subject: 'goalReview',
  reads: 'goals:read',
  actions: [
    {
      operation: 'acknowledgeGoalReview',
      path: '/v1/goal-reviews/{id}/acknowledge',
      needs: 'goals:write',
    },
  ],
  rows: {
    from: 'goal_reviews r',
    joins: `JOIN goals g ON g.tenant_id = r.tenant_id AND g.id = r.goal_id
      JOIN children c ON c.tenant_id = r.tenant_id AND c.id = g.child_id`,
    where: `r.status = 'OPEN'`,
    since: 'r.created_at',
    name: 'g.title',
    childId: 'g.child_id',
    assigneeId: 'c.primary_provider_id',
  },
})
