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
    summary: 'Create a processing restriction',
    description:
      'Restricts processing under Art. 18 GDPR: the data of the child or client is stored but not otherwise processed. Until the restriction is lifted, changes fail with `processing_restricted`, nobody gets messages about the person, and keys bound to a provider cannot see the child.',
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
    summary: 'List processing restrictions',
    description: 'To list restrictions in force, send `status=OPEN,LIFTING`.',
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
    summary: 'Retrieve a processing restriction',
    description:
      'Returns the ground and the start of the restriction, and whether its lifting has been announced.',
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
    summary: 'Lift a processing restriction',
    description:
      'The person who obtained the restriction must be told first (Art. 18(3) GDPR). If you state how they were told in `notifiedBy`, the restriction ends immediately. Otherwise, the legal guardians or the client get an e-mail and the restriction ends a day later; if no e-mail can be delivered, it stays in force. After the end, paused work continues.',
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
    summary: 'Cancel the lifting of a processing restriction',
    description:
      'Cancels the announced lifting, so the restriction stays in force. To lift it later, announce it again.',
    permission: 'processing-restrictions:write',
    params,
    status: 200,
    response: ProcessingRestriction,
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) =>
      cancelProcessingRestrictionLifting(ctx, { ...params, version }),
  }),
]
