import { exampleId } from '#platform/core/records/ids.ts'
import { dischargeChild, DISCHARGE_NEEDS } from '#records/discharges/discharge-child.ts'
import {
  DischargeItemQuery,
  DischargeQuery,
  getDischarge,
  ITEM_NEEDS,
  listDischargeItems,
  listDischarges,
} from '#records/discharges/queries.ts'
import { READMIT_NEEDS, readmitChild } from '#records/discharges/readmit-child.ts'
import {
  Discharge,
  DischargeChild,
  DischargeItem,
  DischargeOutcome,
  ReadmitChild,
} from '#records/discharges/schemas.ts'
import { CHANGE_ERRORS, TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Discharges',
  about: 'Discharge a child with everything that the child has ahead, and readmit the child.',
}
const params = idParam('discharge')
const ofChild = idParam('child')

export const dischargeOperations = [
  operation({
    id: 'dischargeChild',
    method: 'post',
    path: '/v1/children/{id}/discharge',
    tag,
    summary: 'Discharge a child',
    description:
      'Ends everything that the child has ahead: places on waitlists, holds, appointments after the last day, series, and, when care ends, the early-intervention program, authorizations, open forms, scheduled assessments; active goals are put on hold. Each item ends by its own rules, with its own events and messages: paid appointments are refunded as for a cancellation by the centre. Packages and credit stay with the family. From now on nothing that begins after the end of care can be booked (`child_discharged`). The items end one by one after the response: poll `GET /v1/discharges/{id}`, or wait for `child.discharge_completed`. With `dryRun=true` you get the same response with the result of each item, who is told, what stops and which agents would run; nothing changes.',
    permission: DISCHARGE_NEEDS,
    params: ofChild,
    query: DryRun,
    body: DischargeChild,
    status: 200,
    response: DischargeOutcome,
    errors: [...CHANGE_ERRORS, 'child_discharged', 'child_merged', 'record_archived'],
    events: ['child.discharged', 'task.created', 'task.assigned', 'child.updated'],
    run: (ctx, { params, query, body, version }) =>
      dischargeChild(ctx, { ...params, ...body, version, dryRun: query.dryRun === 'true' }),
  }),
  operation({
    id: 'readmitChild',
    method: 'post',
    path: '/v1/children/{id}/readmit',
    tag,
    summary: 'Readmit a discharged child',
    description:
      'Takes the child into care again. Nothing that has ended begins again by itself: `items` lists it, each with the operation that begins it again (`beginAgain`). Items that were still pending stay as they are.',
    permission: READMIT_NEEDS,
    params: ofChild,
    body: ReadmitChild,
    status: 200,
    response: DischargeOutcome,
    example: {
      status: 'READMITTED',
      readmittedAt: '2027-01-12T09:00:00.000Z',
      readmittedBy: exampleId('apiKey'),
      readmitReason: 'The family has moved back',
    },
    errors: TRANSITION_ERRORS,
    events: ['child.readmitted', 'child.updated'],
    run: (ctx, { params, body, version }) => readmitChild(ctx, { ...params, ...body, version }),
  }),
  operation({
    id: 'listDischarges',
    method: 'get',
    path: '/v1/discharges',
    tag,
    summary: 'List discharges',
    description: 'Newest first, each with its number of items by result.',
    permission: 'discharges:read',
    query: DischargeQuery,
    status: 200,
    response: pageOf(Discharge),
    run: (ctx, { query }) => listDischarges(ctx, query),
  }),
  operation({
    id: 'getDischarge',
    method: 'get',
    path: '/v1/discharges/{id}',
    tag,
    summary: 'Retrieve a discharge, with its progress',
    description: 'Poll this operation until the status is ENDED.',
    permission: 'discharges:read',
    params,
    status: 200,
    response: Discharge,
    errors: ['not_found'],
    run: (ctx, { params }) => getDischarge(ctx, params),
  }),
  operation({
    id: 'listDischargeItems',
    method: 'get',
    path: '/v1/discharges/{id}/items',
    tag,
    summary: 'List the items of a discharge',
    description:
      'Returns what the discharge ends, in order, with the result of each. You can list items while they are being ended.',
    permission: ITEM_NEEDS,
    params,
    query: DischargeItemQuery,
    status: 200,
    response: pageOf(DischargeItem),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listDischargeItems(ctx, { ...params, ...query }),
  }),
]
