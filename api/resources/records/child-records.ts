import { exportChildRecord, RECORD_NEEDS } from '#records/child-records/export-child-record.ts'
import { exportChildRecordPdf } from '#records/child-records/export-child-record-pdf.ts'
import { CHART_NEEDS, getChildChart } from '#records/child-records/get-child-chart.ts'
import { ChildChart, ChildRecord } from '#records/child-records/schemas.ts'
import { listChildTimeline, TimelineQuery } from '#records/child-records/timeline-queries.ts'
import { TimelineEntry } from '#records/child-records/timeline-schemas.ts'
import { operation } from '../../http/operation.ts'
import { file, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Child records',
  about: 'The chart before a visit, the whole record to hand over, and the timeline.',
}
const params = idParam('child')

export const childRecordOperations = [
  operation({
    id: 'getChildChart',
    method: 'get',
    path: '/v1/children/{id}/chart',
    tag,
    summary: 'Retrieve a child’s chart',
    description:
      'Returns what you need before a visit: the profile, guardians, consents, next appointments, goals with their trends, latest notes, and the running early-intervention program with deadlines, services and check-ins.',
    permission: CHART_NEEDS,
    params,
    status: 200,
    response: ChildChart,
    errors: ['not_found'],
    run: (ctx, { params }) => getChildChart(ctx, params),
  }),
  operation({
    id: 'listChildTimeline',
    method: 'get',
    path: '/v1/children/{id}/timeline',
    tag,
    summary: "List a child's timeline",
    description:
      'Returns past and future appointments, follow-up steps, deadlines, check-ins, decisions and events in one order, with reasons for what did not happen. To see what comes next, use `status=SCHEDULED&sort=occursAt`. Each entry requires the read permission for its record: without `appointments:read`, appointments are omitted.',
    permission: 'children:read',
    params,
    query: TimelineQuery,
    status: 200,
    response: pageOf(TimelineEntry),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listChildTimeline(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'exportChildRecord',
    method: 'get',
    path: '/v1/children/{id}/record',
    tag,
    summary: "Export a child's record",
    description:
      'Returns everything on record about a child’s care, with signatures, addenda, drafts and withdrawn entries.',
    permission: RECORD_NEEDS,
    params,
    status: 200,
    response: ChildRecord,
    errors: ['not_found'],
    run: (ctx, { params }) => exportChildRecord(ctx, params),
  }),
  operation({
    id: 'exportChildRecordPdf',
    method: 'get',
    path: '/v1/children/{id}/record.pdf',
    tag,
    summary: "Export a child's record as PDF",
    description: 'Returns the same record as a PDF to print or hand over.',
    permission: RECORD_NEEDS,
    params,
    status: 200,
    response: file,
    produces: 'application/pdf',
    headers: { 'Content-Disposition': 'attachment; filename="{id}.pdf"' },
    errors: ['not_found'],
    run: (ctx, { params }) => exportChildRecordPdf(ctx, params),
  }),
]
