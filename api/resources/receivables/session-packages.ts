import {
  getSessionPackage,
  listSessionPackageMovements,
  listSessionPackages,
  SessionPackageMovementQuery,
  SessionPackageQuery,
} from '#receivables/session-packages/queries.ts'
import {
  SessionPackage,
  SessionPackageMovement,
  TransferSessionPackage,
} from '#receivables/session-packages/schemas.ts'
import { transferSessionPackage } from '#receivables/session-packages/transfer-session-package.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Packages', about: 'Sessions bought in advance, and how many are left.' }
const params = idParam('sessionPackage')

export const sessionPackageOperations = [
  operation({
    id: 'listSessionPackages',
    method: 'get',
    path: '/v1/session-packages',
    tag,
    summary: 'List packages of sessions',
    description:
      'Newest first, with the number of sessions left. An order line of kind PACKAGE buys a package. An appointment that takes place uses a session of the suitable package that expires first, and is not charged.',
    permission: 'session-packages:read',
    query: SessionPackageQuery,
    status: 200,
    response: pageOf(SessionPackage),
    run: (ctx, { query }) => listSessionPackages(ctx, query),
  }),
  operation({
    id: 'getSessionPackage',
    method: 'get',
    path: '/v1/session-packages/{id}',
    tag,
    summary: 'Retrieve a package of sessions',
    description: 'Returns the number of sessions left, their service, and when they expire.',
    permission: 'session-packages:read',
    params,
    status: 200,
    response: SessionPackage,
    errors: ['not_found'],
    run: (ctx, { params }) => getSessionPackage(ctx, params),
  }),
  operation({
    id: 'listSessionPackageMovements',
    method: 'get',
    path: '/v1/session-packages/{id}/movements',
    tag,
    summary: 'List the movements of a package',
    description:
      'Lists sessions bought, used, returned, expired, transferred and withdrawn, oldest first.',
    permission: 'session-packages:read',
    params,
    query: SessionPackageMovementQuery,
    status: 200,
    response: pageOf(SessionPackageMovement),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listSessionPackageMovements(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'transferSessionPackage',
    method: 'post',
    path: '/v1/session-packages/{id}/transfer',
    tag,
    summary: 'Transfer sessions to a sibling',
    description:
      'Moves sessions to another child of the same guardian or payer. They form a new package with the same expiry date, which is returned.',
    permission: 'session-packages:write',
    params,
    body: TransferSessionPackage,
    status: 201,
    response: SessionPackage,
    errors: [...CHANGE_ERRORS, 'invalid_reference'],
    events: ['session_package.transferred', 'session_package.received'],
    run: (ctx, { params, body, version }) =>
      transferSessionPackage(ctx, { ...params, version, ...body }),
  }),
]
