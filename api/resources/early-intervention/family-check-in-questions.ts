import { createQuestionSet } from '#early-intervention/family-check-in-questions/create-question-set.ts'
import {
  getQuestionSet,
  listQuestionSets,
  QuestionSetQuery,
} from '#early-intervention/family-check-in-questions/queries.ts'
import {
  CreateQuestionSet,
  QuestionSet,
} from '#early-intervention/family-check-in-questions/schemas.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Check-ins'

export const familyCheckInQuestionOperations = [
  operation({
    id: 'createFamilyCheckInQuestionSet',
    method: 'post',
    path: '/v1/family-check-in-question-sets',
    tag,
    summary: 'Create a question set for family check-ins',
    description:
      'Defines typed questions, with conditions as in forms. To use the set, send it as `questionSetId` of a program. Sets never change: to replace one, create another set and move programs to it.',
    permission: 'family-check-in-questions:write',
    body: CreateQuestionSet,
    status: 201,
    response: QuestionSet,
    run: (ctx, { body }) => createQuestionSet(ctx, body),
  }),
  operation({
    id: 'listFamilyCheckInQuestionSets',
    method: 'get',
    path: '/v1/family-check-in-question-sets',
    tag,
    summary: 'List question sets for family check-ins',
    description: 'Newest first.',
    permission: 'family-check-in-questions:read',
    query: QuestionSetQuery,
    status: 200,
    response: pageOf(QuestionSet),
    run: (ctx, { query }) => listQuestionSets(ctx, query),
  }),
  operation({
    id: 'getFamilyCheckInQuestionSet',
    method: 'get',
    path: '/v1/family-check-in-question-sets/{id}',
    tag,
    summary: 'Retrieve a question set for family check-ins',
    description: 'Returns the questions, and which answers raise concern. A set never changes.',
    permission: 'family-check-in-questions:read',
    params: idParam('familyCheckInQuestionSet'),
    status: 200,
    response: QuestionSet,
    errors: ['not_found'],
    run: (ctx, { params }) => getQuestionSet(ctx, params),
  }),
]
