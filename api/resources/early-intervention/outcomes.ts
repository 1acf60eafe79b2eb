import {
  exportOutcomesCsv,
  listOutcomeChildren,
  listOutcomeFigures,
} from '#early-intervention/outcomes/queries.ts'
import {
  OutcomeChild,
  OutcomeChildQuery,
  OutcomeFigure,
  OutcomeQuery,
} from '#early-intervention/outcomes/schemas.ts'
import { ProgramOutcome } from '#early-intervention/programs/moved-deadlines.ts'
import {
  RecordOutcomeSummary,
  WithdrawOutcomeSummary,
} from '#early-intervention/programs/outcome-summaries.ts'
import { recordChildOutcomeSummary } from '#early-intervention/programs/record-child-outcome-summary.ts'
import { withdrawChildOutcomeSummary } from '#early-intervention/programs/withdraw-child-outcome-summary.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, file, idParam, listOf, pageOf } from '../../http/shapes.ts'

const tag = 'Programs'
const params = idParam('program')

export const outcomeOperations = [
  operation({
    id: 'recordChildOutcomeSummary',
    method: 'post',
    path: '/v1/early-intervention-programs/{id}/outcome-summaries',
    tag,
    summary: 'Record ratings of the three child outcomes',
    description:
      'At ENTRY or at EXIT, by the seven-point scale of the Child Outcomes Summary process, with the sources of evidence. Of EXIT each says whether the child made progress. Rated again, the ratings of that occasion are replaced. With `dryRun=true` the answer is the same and nothing is done.',
    permission: 'early-intervention:write',
    params,
    query: DryRun,
    body: RecordOutcomeSummary,
    status: 200,
    response: ProgramOutcome,
    errors: TRANSITION_ERRORS,
    events: ['program.updated'],
    run: (ctx, { params, body, query, version }) =>
      recordChildOutcomeSummary(ctx, {
        ...params,
        version,
        dryRun: query.dryRun === 'true',
        summary: body,
      }),
  }),
  operation({
    id: 'withdrawChildOutcomeSummary',
    method: 'post',
    path: '/v1/early-intervention-programs/{id}/outcome-summaries/withdraw',
    tag,
    summary: 'Withdraw ratings that were recorded by mistake',
    description:
      'All three of that occasion. With `dryRun=true` the answer is the same and nothing is done.',
    permission: 'early-intervention:write',
    params,
    query: DryRun,
    body: WithdrawOutcomeSummary,
    status: 200,
    response: ProgramOutcome,
    errors: TRANSITION_ERRORS,
    events: ['program.updated'],
    run: (ctx, { params, body, query, version }) =>
      withdrawChildOutcomeSummary(ctx, {
        ...params,
        version,
        dryRun: query.dryRun === 'true',
        ...body,
      }),
  }),
  operation({
    id: 'listEarlyInterventionOutcomes',
    method: 'get',
    path: '/v1/early-intervention-outcomes',
    tag,
    summary: 'List how children have progressed, by outcome',
    description:
      'SPP/APR Indicator 3 by location and outcome, of children who left in the period: the five progress categories, and Summary Statements 1 and 2. Counted in a category is who received services for six months and was rated at entry and at exit.',
    permission: 'early-intervention:read',
    query: OutcomeQuery,
    status: 200,
    response: listOf(OutcomeFigure),
    run: (ctx, { query }) => listOutcomeFigures(ctx, query),
  }),
  operation({
    id: 'exportEarlyInterventionOutcomesCsv',
    method: 'get',
    path: '/v1/early-intervention-outcomes.csv',
    tag,
    summary: 'Export how children have progressed as CSV',
    description: 'The same figures for a spreadsheet.',
    permission: 'early-intervention:read',
    query: OutcomeQuery,
    status: 200,
    response: file,
    produces: 'text/csv; charset=utf-8',
    headers: { 'Content-Disposition': 'attachment; filename="early-intervention-outcomes.csv"' },
    run: (ctx, { query }) => exportOutcomesCsv(ctx, query),
  }),
  operation({
    id: 'listEarlyInterventionOutcomeChildren',
    method: 'get',
    path: '/v1/early-intervention-outcomes/children',
    tag,
    summary: 'List the children behind a figure of the outcomes',
    description: 'Of one outcome, with the ratings and the category of each, or why there is none.',
    permission: 'early-intervention:read',
    query: OutcomeChildQuery,
    status: 200,
    response: pageOf(OutcomeChild),
    run: (ctx, { query }) => listOutcomeChildren(ctx, query),
  }),
]
