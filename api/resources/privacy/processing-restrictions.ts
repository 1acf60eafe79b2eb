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
      'Art. 18 GDPR: what is held of the child or client is kept and nothing else. Until it is lifted, whatever would change it answers `processing_restricted`; nobody is written to about it, and keys that are bound to a provider do not see the child.',
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
    description: '`status=OPEN,LIFTING` lists those that hold.',
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
    description: 'On which ground, since when, and whether its lifting is announced.',
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
      'Whoever obtained it is told before (Art. 18(3) GDPR). Where `notifiedBy` says how, it is lifted at once. Without it the child’s legal guardians, or the client, get an e-mail, and it is lifted a day later; if no e-mail reaches anybody, it is not. Then what stood still goes on.',
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
    description: 'The restriction stays in force. To lift it later, announce the lifting again.',
    permission: 'processing-restrictions:write',
    params,
    status: 200,
    response: ProcessingRestriction,
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) =>
      cancelProcessingRestrictionLifting(ctx, { ...params, version }),
  }),
]
