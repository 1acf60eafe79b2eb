import { closeTreatmentCycle } from '#receivables/treatment-cycles/close-treatment-cycle.ts'
import { createTreatmentCycle } from '#receivables/treatment-cycles/create-treatment-cycle.ts'
import { patchTreatmentCycle } from '#receivables/treatment-cycles/patch-treatment-cycle.ts'
import {
  getTreatmentCycle,
  listTreatmentCycles,
  TreatmentCycleQuery,
} from '#receivables/treatment-cycles/queries.ts'
import {
  CloseTreatmentCycle,
  CreateTreatmentCycle,
  PatchTreatmentCycle,
  TreatmentCycle,
} from '#receivables/treatment-cycles/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Treatment cycles',
  about: 'Sessions or units that a payer has authorized, how many are used, and when to renew.',
}
const params = idParam('treatmentCycle')

export const treatmentCycleOperations = [
  operation({
    id: 'createTreatmentCycle',
    method: 'post',
    path: '/v1/treatment-cycles',
    tag,
    summary: 'Create a treatment cycle',
    description:
      'Records what a payer authorized. Sessions that already took place in the period count as used. The periods of one child and service must not overlap, so each session counts towards only one cycle.',
    permission: 'treatment-cycles:write',
    body: CreateTreatmentCycle,
    status: 201,
    response: TreatmentCycle,
    errors: ['invalid_reference', 'authorization_overlaps', 'child_discharged'],
    events: ['treatment_cycle.created'],
    run: (ctx, { body }) => createTreatmentCycle(ctx, body),
  }),
  operation({
    id: 'listTreatmentCycles',
    method: 'get',
    path: '/v1/treatment-cycles',
    tag,
    summary: 'List treatment cycles',
    description: 'Lists first the cycles that are nearly used up or end soon.',
    permission: 'treatment-cycles:read',
    query: TreatmentCycleQuery,
    status: 200,
    response: pageOf(TreatmentCycle),
    run: (ctx, { query }) => listTreatmentCycles(ctx, query),
  }),
  operation({
    id: 'getTreatmentCycle',
    method: 'get',
    path: '/v1/treatment-cycles/{id}',
    tag,
    summary: 'Retrieve a treatment cycle',
    description:
      'Returns what the payer authorized, how much is used and booked, and when to request a renewal.',
    permission: 'treatment-cycles:read',
    params,
    status: 200,
    response: TreatmentCycle,
    errors: ['not_found'],
    run: (ctx, { params }) => getTreatmentCycle(ctx, params),
  }),
  operation({
    id: 'patchTreatmentCycle',
    method: 'patch',
    path: '/v1/treatment-cycles/{id}',
    tag,
    summary: 'Change a treatment cycle',
    description:
      'Usage is recounted. If usage falls below a threshold, the warning for that threshold can be sent again.',
    permission: 'treatment-cycles:write',
    params,
    body: PatchTreatmentCycle,
    status: 200,
    response: TreatmentCycle,
    errors: [...TRANSITION_ERRORS, 'invalid_reference', 'authorization_overlaps'],
    run: (ctx, { params, body, version }) =>
      patchTreatmentCycle(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'closeTreatmentCycle',
    method: 'post',
    path: '/v1/treatment-cycles/{id}/close',
    tag,
    summary: 'Close a treatment cycle',
    description: 'The cycle keeps its count, and later sessions are not counted.',
    permission: 'treatment-cycles:write',
    params,
    body: CloseTreatmentCycle,
    status: 200,
    response: TreatmentCycle,
    example: { status: 'CLOSED', closedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    events: ['treatment_cycle.closed'],
    run: (ctx, { params, body, version }) =>
      closeTreatmentCycle(ctx, { ...params, version, ...body }),
  }),
]
