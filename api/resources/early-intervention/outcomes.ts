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
    summary: 'Record ratings of the child outcomes',
    description:
      'Records ratings of the three outcomes at ENTRY or EXIT, on the seven-point scale of the Child Outcomes Summary process, with sources of evidence. At EXIT, each rating must include whether the child made progress. New ratings replace those of the same occasion. With `dryRun=true` you get the same response and nothing changes.',
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
    summary: 'Withdraw ratings of the child outcomes',
    description:
      'Use this for ratings recorded by mistake. Removes all three ratings of the occasion. With `dryRun=true` you get the same response and nothing changes.',
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
    summary: 'List progress in child outcomes',
    description:
      'Returns SPP/APR Indicator 3 by location and outcome, for children who left in the period: five progress categories and Summary Statements 1 and 2. Categories count children who received services for six months and were rated at entry and exit.',
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
    summary: 'Export progress in child outcomes as CSV',
    description: 'Returns the same figures for use in a spreadsheet.',
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
    summary: 'List the children behind an outcome figure',
    description:
      'Lists the children of one outcome, with their ratings and category, or the reason why they have no category.',
    permission: 'early-intervention:read',
    query: OutcomeChildQuery,
    status: 200,
    response: pageOf(OutcomeChild),
    run: (ctx, { query }) => listOutcomeChildren(ctx, query),
  }),
]
