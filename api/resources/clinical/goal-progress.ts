import { acknowledgeGoalReview } from '#clinical/goals/acknowledge-goal-review.ts'
import { ChildProgress } from '#clinical/goals/progress-schemas.ts'
import { getChildProgress } from '#clinical/goals/get-child-progress.ts'
import { GoalReviewQuery, listGoalReviews } from '#clinical/goals/queries.ts'
import { AcknowledgeGoalReview, GoalReview } from '#clinical/goals/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Goals'

export const progressOperations = [
  operation({
    id: 'getChildProgress',
    method: 'get',
    path: '/v1/children/{id}/progress',
    tag,
    summary: 'Retrieve a child’s progress',
    description:
      'Computed from the measurements: the Mann–Kendall test determines the direction, and the Theil–Sen slope the pace. Each statement lists the measurements behind it.',
    permission: 'goals:read',
    params: idParam('child'),
    status: 200,
    response: ChildProgress,
    errors: ['not_found'],
    run: (ctx, { params }) => getChildProgress(ctx, params),
  }),
  operation({
    id: 'listGoalReviews',
    method: 'get',
    path: '/v1/goal-reviews',
    tag,
    summary: 'List goal reviews',
    description: 'A review is opened when a goal regresses or makes no progress.',
    permission: 'goals:read',
    query: GoalReviewQuery,
    status: 200,
    response: pageOf(GoalReview),
    run: (ctx, { query }) => listGoalReviews(ctx, query),
  }),
  operation({
    id: 'acknowledgeGoalReview',
    method: 'post',
    path: '/v1/goal-reviews/{id}/acknowledge',
    tag,
    summary: 'Acknowledge a review',
    permission: 'goals:write',
    params: idParam('goalReview'),
    body: AcknowledgeGoalReview,
    status: 200,
    response: GoalReview,
    example: { status: 'ACKNOWLEDGED', acknowledgedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    events: ['goal.review_acknowledged'],
    run: (ctx, { params, body, version }) =>
      acknowledgeGoalReview(ctx, { ...params, version, ...body }),
  }),
]
