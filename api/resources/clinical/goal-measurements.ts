import { listGoalMeasurements, MeasurementQuery } from '#clinical/goals/queries.ts'
import { recordGoalMeasurement } from '#clinical/goals/record-goal-measurement.ts'
import { recordSessionGoalMeasurements } from '#clinical/goals/record-session-goal-measurements.ts'
import {
  GoalMeasurement,
  RecordMeasurement,
  RecordSessionMeasurements,
  VoidMeasurement,
} from '#clinical/goals/schemas.ts'
import { voidGoalMeasurement } from '#clinical/goals/void-goal-measurement.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, listOf, pageOf } from '../../http/shapes.ts'

const tag = 'Goals'
const params = idParam('goal')

export const goalMeasurementOperations = [
  operation({
    id: 'listGoalMeasurements',
    method: 'get',
    path: '/v1/goals/{id}/measurements',
    tag,
    summary: "List a goal's measurements",
    description: 'Newest first, including voided measurements.',
    permission: 'goals:read',
    params,
    query: MeasurementQuery,
    status: 200,
    response: pageOf(GoalMeasurement),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listGoalMeasurements(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'recordGoalMeasurement',
    method: 'post',
    path: '/v1/goals/{id}/measurements',
    tag,
    summary: 'Record a goal measurement',
    description:
      'You can record measurements in any order: each counts at its own time, and a measurement earlier than one already on record returns `late: true`. A second measurement at the same instant is refused. May send `goal.achieved` and `goal.needs_review`.',
    permission: 'goals:write',
    params,
    body: RecordMeasurement,
    status: 201,
    response: GoalMeasurement,
    errors: ['not_found', 'invalid_transition', 'invalid_reference', 'already_exists'],
    run: (ctx, { params, body }) => recordGoalMeasurement(ctx, { ...params, measurement: body }),
  }),
  operation({
    id: 'recordSessionGoalMeasurements',
    method: 'post',
    path: '/v1/sessions/{id}/goal-measurements',
    tag,
    summary: 'Record goal measurements of a session',
    description:
      'Records measurements for goals of the session’s child. Either all are recorded or none. An error has the code of the first refused item and lists each refused item in `errors` with its `path`, such as `measurements.2.goalId`. Each measurement has the same effect as one recorded alone.',
    permission: 'goals:write',
    params: idParam('session'),
    body: RecordSessionMeasurements,
    status: 201,
    response: listOf(GoalMeasurement),
    errors: ['not_found', 'invalid_transition', 'invalid_reference', 'already_exists'],
    run: (ctx, { params, body }) => recordSessionGoalMeasurements(ctx, { ...params, ...body }),
  }),
  operation({
    id: 'voidGoalMeasurement',
    method: 'post',
    path: '/v1/goal-measurements/{id}/void',
    tag,
    summary: 'Void a measurement',
    description: 'Keeps the measurement with the reason, and judges the goal without it.',
    permission: 'goals:write',
    params: idParam('goalMeasurement'),
    body: VoidMeasurement,
    status: 200,
    response: GoalMeasurement,
    example: { voidedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, body, version }) =>
      voidGoalMeasurement(ctx, { ...params, version, ...body }),
  }),
]
