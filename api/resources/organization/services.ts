import { createService } from '#organization/services/create-service.ts'
import { patchService } from '#organization/services/patch-service.ts'
import { getService, listServices, ServiceQuery } from '#organization/services/queries.ts'
import { serviceRecord } from '#organization/services/record.ts'
import { Service, CreateService, PatchService } from '#organization/services/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Services',
  about: 'What can be booked: length, buffers, price, consents, providers.',
}
const params = idParam('service')

export const serviceOperations = [
  operation({
    id: 'createService',
    method: 'post',
    path: '/v1/services',
    tag,
    summary: 'Create a service',
    description:
      'A booking with `serviceId` gets its type, length, buffers and price from the service. With `defaultForType`, so does a booking with only a type. Providers and locations can have their own values.',
    permission: 'services:write',
    body: CreateService,
    status: 201,
    response: Service,
    errors: ['already_exists', 'invalid_reference'],
    events: ['service.created'],
    run: (ctx, { body }) => createService(ctx, body),
  }),
  operation({
    id: 'listServices',
    method: 'get',
    path: '/v1/services',
    tag,
    summary: 'List services',
    description: 'Newest first. Archived services are not included unless you set `state`.',
    permission: 'services:read',
    query: ServiceQuery,
    status: 200,
    response: pageOf(Service),
    run: (ctx, { query }) => listServices(ctx, query),
  }),
  operation({
    id: 'getService',
    method: 'get',
    path: '/v1/services/{id}',
    tag,
    summary: 'Retrieve a service',
    description:
      'Returns the length, buffers, price and booking rules, and the values that differ for individual providers and locations.',
    permission: 'services:read',
    params,
    status: 200,
    response: Service,
    errors: ['not_found'],
    run: (ctx, { params }) => getService(ctx, params),
  }),
  operation({
    id: 'patchService',
    method: 'patch',
    path: '/v1/services/{id}',
    tag,
    summary: 'Change a service',
    description:
      'Existing appointments keep the length, buffers and price with which they were booked.',
    permission: 'services:write',
    params,
    body: PatchService,
    status: 200,
    response: Service,
    errors: [...CHANGE_ERRORS, 'already_exists', 'invalid_reference'],
    events: ['service.updated'],
    run: (ctx, { params, body, version }) => patchService(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(serviceRecord, {
    path: '/v1/services/{id}',
    tag,
    noun: 'a service',
    response: Service,
    restoreErrors: ['already_exists'],
  }),
]
