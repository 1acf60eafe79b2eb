import { completeAssessment } from '#clinical/assessments/complete-assessment.ts'
import { correctAssessment } from '#clinical/assessments/correct-assessment.ts'
import { AssessmentQuery, getAssessment, listAssessments } from '#clinical/assessments/queries.ts'
import { recordAssessment } from '#clinical/assessments/record-assessment.ts'
import {
  Assessment,
  CompleteAssessment,
  CorrectAssessment,
  RecordAssessment,
  WaiveAssessment,
} from '#clinical/assessments/schemas.ts'
import { AssessmentTrends } from '#clinical/assessments/trend-schemas.ts'
import { getChildAssessmentTrends } from '#clinical/assessments/get-child-assessment-trends.ts'
import { waiveAssessment } from '#clinical/assessments/waive-assessment.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Assessments',
  about:
    'Instruments that the centre defines, schedules per child, results with norm scores by age and their trend.',
}
const params = idParam('assessment')

export const assessmentOperations = [
  operation({
    id: 'recordAssessment',
    method: 'post',
    path: '/v1/assessments',
    tag,
    summary: 'Record an assessment that was not scheduled',
    permission: 'assessments:write',
    body: RecordAssessment,
    status: 201,
    response: Assessment,
    errors: ['invalid_reference'],
    events: ['assessment.completed'],
    run: (ctx, { body }) => recordAssessment(ctx, body),
  }),
  operation({
    id: 'listAssessments',
    method: 'get',
    path: '/v1/assessments',
    tag,
    summary: 'List assessments',
    description: 'Newest first, in every status unless you filter.',
    permission: 'assessments:read',
    query: AssessmentQuery,
    status: 200,
    response: pageOf(Assessment),
    run: (ctx, { query }) => listAssessments(ctx, query),
  }),
  operation({
    id: 'getAssessment',
    method: 'get',
    path: '/v1/assessments/{id}',
    tag,
    summary: 'Retrieve an assessment',
    description:
      'Returns the result with scores and norm values, or the due date if there is no result yet.',
    permission: 'assessments:read',
    params,
    status: 200,
    response: Assessment,
    errors: ['not_found'],
    run: (ctx, { params }) => getAssessment(ctx, params),
  }),
  operation({
    id: 'completeAssessment',
    method: 'post',
    path: '/v1/assessments/{id}/complete',
    tag,
    summary: 'Complete an assessment with its result',
    description:
      'Scores the result with the edition of the instrument that you send (by default the newest) and the norms for the child’s age on `administeredOn`. A recurring schedule then opens the next assessment.',
    permission: 'assessments:write',
    params,
    body: CompleteAssessment,
    status: 200,
    response: Assessment,
    errors: [...TRANSITION_ERRORS, 'invalid_reference'],
    events: ['assessment.completed'],
    run: (ctx, { params, body, version }) =>
      completeAssessment(ctx, { ...params, version, result: body }),
  }),
  operation({
    id: 'correctAssessment',
    method: 'post',
    path: '/v1/assessments/{id}/correct',
    tag,
    summary: 'Correct the result of an assessment',
    description:
      'Scores the result again, with the current birth date and, unless you send another edition, with the same edition. The earlier result stays on record.',
    permission: 'assessments:write',
    params,
    body: CorrectAssessment,
    status: 200,
    response: Assessment,
    errors: [...TRANSITION_ERRORS, 'invalid_reference'],
    events: ['assessment.corrected'],
    run: (ctx, { params, body: { reason, ...result }, version }) =>
      correctAssessment(ctx, { ...params, version, result, reason }),
  }),
  operation({
    id: 'waiveAssessment',
    method: 'post',
    path: '/v1/assessments/{id}/waive',
    tag,
    summary: 'Waive an assessment',
    permission: 'assessments:write',
    params,
    body: WaiveAssessment,
    status: 200,
    response: Assessment,
    example: { status: 'WAIVED' },
    errors: TRANSITION_ERRORS,
    events: ['assessment.waived'],
    run: (ctx, { params, body, version }) => waiveAssessment(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'getChildAssessmentTrends',
    method: 'get',
    path: '/v1/children/{id}/assessment-trends',
    tag,
    summary: 'Retrieve a child’s scores over time',
    description:
      'Returns raw scores and the values of every norm scale. With five or more results, the verdict is that of the Mann–Kendall test.',
    permission: 'assessments:read',
    params: idParam('child'),
    status: 200,
    response: AssessmentTrends,
    errors: ['not_found'],
    run: (ctx, { params }) => getChildAssessmentTrends(ctx, params),
  }),
]
