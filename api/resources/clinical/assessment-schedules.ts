import { createAssessmentSchedule } from '#clinical/assessment-schedules/create-assessment-schedule.ts'
import { endAssessmentSchedule } from '#clinical/assessment-schedules/end-assessment-schedule.ts'
import { patchAssessmentSchedule } from '#clinical/assessment-schedules/patch-assessment-schedule.ts'
import {
  AssessmentScheduleQuery,
  getAssessmentSchedule,
  listAssessmentSchedules,
} from '#clinical/assessment-schedules/queries.ts'
import {
  AssessmentSchedule,
  CreateAssessmentSchedule,
  EndAssessmentSchedule,
  PatchAssessmentSchedule,
} from '#clinical/assessment-schedules/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Assessments'
const params = idParam('assessmentSchedule')

export const assessmentScheduleOperations = [
  operation({
    id: 'createAssessmentSchedule',
    method: 'post',
    path: '/v1/assessment-schedules',
    tag,
    summary: 'Create an assessment schedule for a child',
    description:
      'Schedules one assessment on a date, assessments every n months, or an assessment at an age. Dates are local dates of the location or the centre. An assessment that is already due is opened immediately.',
    permission: 'assessment-schedules:write',
    body: CreateAssessmentSchedule,
    status: 201,
    response: AssessmentSchedule,
    errors: ['invalid_reference', 'already_exists', 'child_discharged'],
    run: (ctx, { body }) => createAssessmentSchedule(ctx, body),
  }),
  operation({
    id: 'listAssessmentSchedules',
    method: 'get',
    path: '/v1/assessment-schedules',
    tag,
    summary: 'List assessment schedules',
    description: 'Newest first, including ended schedules.',
    permission: 'assessment-schedules:read',
    query: AssessmentScheduleQuery,
    status: 200,
    response: pageOf(AssessmentSchedule),
    run: (ctx, { query }) => listAssessmentSchedules(ctx, query),
  }),
  operation({
    id: 'getAssessmentSchedule',
    method: 'get',
    path: '/v1/assessment-schedules/{id}',
    tag,
    summary: 'Retrieve an assessment schedule',
    description: 'Returns how often the child is assessed, and when the next assessment is due.',
    permission: 'assessment-schedules:read',
    params,
    status: 200,
    response: AssessmentSchedule,
    errors: ['not_found'],
    run: (ctx, { params }) => getAssessmentSchedule(ctx, params),
  }),
  operation({
    id: 'patchAssessmentSchedule',
    method: 'patch',
    path: '/v1/assessment-schedules/{id}',
    tag,
    summary: 'Change an assessment schedule',
    description: 'Recomputes the next due date immediately.',
    permission: 'assessment-schedules:write',
    params,
    body: PatchAssessmentSchedule,
    status: 200,
    response: AssessmentSchedule,
    errors: [...TRANSITION_ERRORS, 'invalid_reference', 'already_exists'],
    run: (ctx, { params, body, version }) =>
      patchAssessmentSchedule(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'endAssessmentSchedule',
    method: 'post',
    path: '/v1/assessment-schedules/{id}/end',
    tag,
    summary: 'End an assessment schedule',
    description: 'Ends the schedule and waives the next assessment, for the same reason.',
    permission: 'assessment-schedules:write',
    params,
    body: EndAssessmentSchedule,
    status: 200,
    response: AssessmentSchedule,
    example: { endedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    events: ['assessment.waived'],
    run: (ctx, { params, body, version }) =>
      endAssessmentSchedule(ctx, { ...params, version, ...body }),
  }),
]
