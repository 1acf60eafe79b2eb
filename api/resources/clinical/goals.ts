import { createGoal } from '#clinical/goals/create-goal.ts'
import { cancelGoal } from '#clinical/goals/cancel-goal.ts'
import { completeGoal } from '#clinical/goals/complete-goal.ts'
import { holdGoal } from '#clinical/goals/hold-goal.ts'
import { resumeGoal } from '#clinical/goals/resume-goal.ts'
import { patchGoal } from '#clinical/goals/patch-goal.ts'
import { getGoal, GoalQuery, listGoals } from '#clinical/goals/queries.ts'
import { CancelGoal, CompleteGoal, CreateGoal, Goal, PatchGoal } from '#clinical/goals/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Goals',
  about: 'The goals of a child, their measurements and the resulting trend.',
}
const params = idParam('goal')

export const goalOperations = [
  operation({
    id: 'createGoal',
    method: 'post',
    path: '/v1/goals',
    tag,
    summary: 'Create a goal of a child',
    permission: 'goals:write',
    body: CreateGoal,
    status: 201,
    response: Goal,
    errors: ['invalid_reference'],
    events: ['goal.created'],
    run: (ctx, { body }) => createGoal(ctx, body),
  }),
  operation({
    id: 'listGoals',
    method: 'get',
    path: '/v1/goals',
    tag,
    summary: 'List goals',
    description: 'Newest first, in every status unless you filter.',
    permission: 'goals:read',
    query: GoalQuery,
    status: 200,
    response: pageOf(Goal),
    run: (ctx, { query }) => listGoals(ctx, query),
  }),
  operation({
    id: 'getGoal',
    method: 'get',
    path: '/v1/goals/{id}',
    tag,
    summary: 'Retrieve a goal',
    description:
      'Returns the goal with its baseline and target. To list its measurements, use `GET /v1/goals/{id}/measurements`.',
    permission: 'goals:read',
    params,
    status: 200,
    response: Goal,
    errors: ['not_found'],
    run: (ctx, { params }) => getGoal(ctx, params),
  }),
  operation({
    id: 'patchGoal',
    method: 'patch',
    path: '/v1/goals/{id}',
    tag,
    summary: 'Change a goal',
    description:
      'Existing measurements are judged against the new target. May send `goal.achieved`.',
    permission: 'goals:write',
    params,
    body: PatchGoal,
    status: 200,
    response: Goal,
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, body, version }) => patchGoal(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'holdGoal',
    method: 'post',
    path: '/v1/goals/{id}/hold',
    tag,
    summary: 'Put a goal on hold',
    description: 'Pauses work on a goal. To continue, resume the goal.',
    permission: 'goals:write',
    params,
    status: 200,
    response: Goal,
    example: { status: 'ON_HOLD' },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => holdGoal(ctx, { ...params, version }),
  }),
  operation({
    id: 'resumeGoal',
    method: 'post',
    path: '/v1/goals/{id}/resume',
    tag,
    summary: 'Resume a goal',
    description: 'Continues work on the goal.',
    permission: 'goals:write',
    params,
    status: 200,
    response: Goal,
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => resumeGoal(ctx, { ...params, version }),
  }),
  operation({
    id: 'completeGoal',
    method: 'post',
    path: '/v1/goals/{id}/complete',
    tag,
    summary: 'Complete a goal',
    permission: 'goals:write',
    params,
    body: CompleteGoal,
    status: 200,
    response: Goal,
    example: { status: 'COMPLETED', endedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    events: ['goal.completed'],
    run: (ctx, { params, body, version }) => completeGoal(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'cancelGoal',
    method: 'post',
    path: '/v1/goals/{id}/cancel',
    tag,
    summary: 'Cancel a goal',
    description: 'Ends the goal for the reason that you send. Its measurements are kept.',
    permission: 'goals:write',
    params,
    body: CancelGoal,
    status: 200,
    response: Goal,
    example: { status: 'CANCELLED', endedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, body, version }) => cancelGoal(ctx, { ...params, version, ...body }),
  }),
]
