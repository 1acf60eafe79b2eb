import { cancelProcessingRestrictionLifting } from '#privacy/processing-restrictions/cancel-processing-restriction-lifting.ts'
import { liftProcessingRestriction } from '#privacy/processing-restrictions/lift-processing-restriction.ts'
import {
  getProcessingRestriction,
  listProcessingRestrictions,
  ProcessingRestrictionQuery,
} from '#privacy/processing-restrictions/queries.ts'
import {
  CreateProcessingRestriction,
  LiftProcessingRestriction,
  ProcessingRestriction,
} from '#privacy/processing-restrictions/schemas.ts'
import { createProcessingRestriction } from '#privacy/processing-restrictions/start-restriction.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Rights of the person'
const params = idParam('processingRestriction')

export const processingRestrictionOperations = [
  operation({
    id: 'createProcessingRestriction',
    method: 'post',
    path: '/v1/processing-restrictions',
    tag,
    summary: 'Create a restriction of processing',
    description:
      'Art. 18 GDPR: stored data of the child or client is kept but not otherwise processed. Until it is lifted, changes fail with `processing_restricted`, nobody gets messages about the person, and keys bound to a provider do not see the child.',
    permission: 'processing-restrictions:write',
    body: CreateProcessingRestriction,
    status: 201,
    response: ProcessingRestriction,
    errors: ['invalid_reference', 'already_exists'],
    events: ['processing_restriction.started', 'child.updated'],
    run: (ctx, { body }) => createProcessingRestriction(ctx, body),
  }),
  operation({
    id: 'listProcessingRestrictions',
    method: 'get',
    path: '/v1/processing-restrictions',
    tag,
    summary: 'List restrictions of processing',
    description: 'Send `status=OPEN,LIFTING` for those in force.',
    permission: 'processing-restrictions:read',
    query: ProcessingRestrictionQuery,
    status: 200,
    response: pageOf(ProcessingRestriction),
    run: (ctx, { query }) => listProcessingRestrictions(ctx, query),
  }),
  operation({
    id: 'getProcessingRestriction',
    method: 'get',
    path: '/v1/processing-restrictions/{id}',
    tag,
    summary: 'Retrieve a restriction of processing',
    description: 'Returns its ground, its start, and whether its end is announced.',
    permission: 'processing-restrictions:read',
    params,
    status: 200,
    response: ProcessingRestriction,
    errors: ['not_found'],
    run: (ctx, { params }) => getProcessingRestriction(ctx, params),
  }),
  operation({
    id: 'liftProcessingRestriction',
    method: 'post',
    path: '/v1/processing-restrictions/{id}/lift',
    tag,
    summary: 'Lift a restriction of processing',
    description:
      'The person who obtained it must be told first (Art. 18(3) GDPR). If you state how in `notifiedBy`, it ends at once. Otherwise the legal guardians or the client get an e-mail and it ends a day later; if no e-mail can be delivered, it stays. Then paused work continues.',
    permission: 'processing-restrictions:write',
    params,
    body: LiftProcessingRestriction,
    status: 200,
    response: ProcessingRestriction,
    example: { status: 'LIFTED', liftedAt: EXAMPLE_INSTANT },
    errors: [...TRANSITION_ERRORS, 'retention_applies'],
    events: ['processing_restriction.lifted', 'child.updated'],
    run: (ctx, { params, body, version }) =>
      liftProcessingRestriction(ctx, { ...params, version, lift: body }),
  }),
  operation({
    id: 'cancelProcessingRestrictionLifting',
    method: 'post',
    path: '/v1/processing-restrictions/{id}/cancel-lifting',
    tag,
    summary: 'Cancel the announced lifting of a restriction',
    description: 'Keeps the restriction in force. To lift it later, announce it again.',
    permission: 'processing-restrictions:write',
    params,
    status: 200,
    response: ProcessingRestriction,
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) =>
      cancelProcessingRestrictionLifting(ctx, { ...params, version }),
  }),
]
