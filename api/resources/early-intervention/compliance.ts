import {
  exportComplianceCsv,
  listComplianceChildren,
  listComplianceFigures,
} from '#early-intervention/compliance/queries.ts'
import {
  ComplianceChild,
  ComplianceChildQuery,
  ComplianceFigure,
  ComplianceQuery,
} from '#early-intervention/compliance/schemas.ts'
import { operation } from '../../http/operation.ts'
import { file, listOf, pageOf } from '../../http/shapes.ts'

const tag = 'Programs'

export const complianceOperations = [
  operation({
    id: 'listEarlyInterventionCompliance',
    method: 'get',
    path: '/v1/early-intervention-compliance',
    tag,
    summary: 'List compliance with deadlines',
    description:
      'Returns compliance by location and SPP/APR indicator (1, 7, 8A to 8C), for deadlines due in the period. A child counts once per indicator, according to the worst deadline. Deadlines that are not owed are not counted.',
    permission: 'early-intervention:read',
    query: ComplianceQuery,
    status: 200,
    response: listOf(ComplianceFigure),
    run: (ctx, { query }) => listComplianceFigures(ctx, query),
  }),
  operation({
    id: 'exportEarlyInterventionComplianceCsv',
    method: 'get',
    path: '/v1/early-intervention-compliance.csv',
    tag,
    summary: 'Export compliance with deadlines as CSV',
    description: 'Returns the same figures for use in a spreadsheet.',
    permission: 'early-intervention:read',
    query: ComplianceQuery,
    status: 200,
    response: file,
    produces: 'text/csv; charset=utf-8',
    headers: { 'Content-Disposition': 'attachment; filename="early-intervention-compliance.csv"' },
    run: (ctx, { query }) => exportComplianceCsv(ctx, query),
  }),
  operation({
    id: 'listEarlyInterventionComplianceChildren',
    method: 'get',
    path: '/v1/early-intervention-compliance/children',
    tag,
    summary: 'List the children behind a compliance figure',
    description:
      'Lists the children of one indicator, with the result for each child and the deadlines counted.',
    permission: 'early-intervention:read',
    query: ComplianceChildQuery,
    status: 200,
    response: pageOf(ComplianceChild),
    run: (ctx, { query }) => listComplianceChildren(ctx, query),
  }),
]
