import { exportChildRecord, RECORD_NEEDS } from '#records/child-records/export-child-record.ts'
import { exportChildRecordPdf } from '#records/child-records/export-child-record-pdf.ts'
import { CHART_NEEDS, getChildChart } from '#records/child-records/get-child-chart.ts'
import { ChildChart, ChildRecord } from '#records/child-records/schemas.ts'
import { listChildTimeline, TimelineQuery } from '#records/child-records/timeline-queries.ts'
import { TimelineEntry } from '#records/child-records/timeline-schemas.ts'
import { operation } from '../../http/operation.ts'
import { file, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Child records'
const params = idParam('child')

export const childRecordOperations = [
  operation({
    id: 'getChildChart',
    method: 'get',
    path: '/v1/children/{id}/chart',
    tag,
    summary: 'Retrieve a child’s chart',
    description:
      'What one needs before the child comes in: profile, guardians, consents, next appointments, goals with their trend, last notes, and the running early-intervention program with its deadlines, services and check-ins.',
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
      'What is to happen to the child, what happened, and why something did not: appointments, steps of follow-ups, deadlines and check-ins of early intervention, decisions and events in one order. What comes next: `status=SCHEDULED&sort=occursAt`. Entries are about records that the caller may read: without `appointments:read` none is about an appointment.',
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
      'All that is recorded of a child’s care, with signatures and addenda; drafts and what was taken back too.',
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
    description: 'The same to print and to hand over.',
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
