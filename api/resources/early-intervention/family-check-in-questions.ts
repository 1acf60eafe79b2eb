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
    summary: 'Create a question set of family check-ins',
    description:
      'Defines typed questions with the conditions of forms. A program names the set. Sets never change: create another one and move programs to it.',
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
    summary: 'List question sets of family check-ins',
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
    summary: 'Retrieve a question set of family check-ins',
    description: 'Returns the questions, and which answers are worrying. A set never changes.',
    permission: 'family-check-in-questions:read',
    params: idParam('familyCheckInQuestionSet'),
    status: 200,
    response: QuestionSet,
    errors: ['not_found'],
    run: (ctx, { params }) => getQuestionSet(ctx, params),
  }),
]
