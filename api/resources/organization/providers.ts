import { archiveProvider } from '#organization/providers/archive-provider.ts'
import { restoreProvider } from '#organization/providers/restore-provider.ts'
import { createProvider } from '#organization/providers/create-provider.ts'
import { reinstateProvider } from '#organization/providers/reinstate-provider.ts'
import { suspendProvider } from '#organization/providers/suspend-provider.ts'
import { patchProvider } from '#organization/providers/patch-provider.ts'
import { getProvider, listProviders, ProviderQuery } from '#organization/providers/queries.ts'
import {
  Provider,
  CreateProvider,
  PatchProvider,
  ReinstateProvider,
  SuspendProvider,
} from '#organization/providers/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS, TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Providers'
const params = idParam('provider')

export const providerOperations = [
  operation({
    id: 'createProvider',
    method: 'post',
    path: '/v1/providers',
    tag,
    summary: 'Create a provider',
    description:
      'Without a schedule they can be booked at all hours; with one only where and when it says. A key can be bound to them.',
    permission: 'providers:write',
    body: CreateProvider,
    status: 201,
    response: Provider,
    errors: ['invalid_reference', 'already_exists'],
    events: ['provider.created'],
    run: (ctx, { body }) => createProvider(ctx, body),
  }),
  operation({
    id: 'listProviders',
    method: 'get',
    path: '/v1/providers',
    tag,
    summary: 'List providers',
    description: 'Newest first, without archived providers unless you ask for them.',
    permission: 'providers:read',
    query: ProviderQuery,
    status: 200,
    response: pageOf(Provider),
    run: (ctx, { query }) => listProviders(ctx, query),
  }),
  operation({
    id: 'getProvider',
    method: 'get',
    path: '/v1/providers/{id}',
    tag,
    summary: 'Retrieve a provider',
    description: 'Name, contact, what they treat and where, and whether they can be booked.',
    permission: 'providers:read',
    params,
    status: 200,
    response: Provider,
    errors: ['not_found'],
    run: (ctx, { params }) => getProvider(ctx, params),
  }),
  operation({
    id: 'patchProvider',
    method: 'patch',
    path: '/v1/providers/{id}',
    tag,
    summary: 'Change a provider',
    description: 'Members that are absent stay, null removes. Appointments that are booked stay.',
    permission: 'providers:write',
    params,
    body: PatchProvider,
    status: 200,
    response: Provider,
    errors: [...CHANGE_ERRORS, 'invalid_reference', 'already_exists'],
    events: ['provider.updated'],
    run: (ctx, { params, body, version }) =>
      patchProvider(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'suspendProvider',
    method: 'post',
    path: '/v1/providers/{id}/suspend',
    tag,
    summary: 'Suspend a provider',
    description:
      'From now on nobody books them: availability, holds, bookings, series and places in their groups answer `provider_suspended`. Appointments that are booked stay; `GET /v1/providers/{id}/affected-appointments` lists them, with what can be done about each.',
    permission: 'providers:write',
    params,
    body: SuspendProvider,
    status: 200,
    response: Provider,
    example: {
      status: 'SUSPENDED',
      suspendedAt: EXAMPLE_INSTANT,
      suspensionReason: 'OTHER',
      statusNote: 'Until the insurance is renewed',
    },
    errors: TRANSITION_ERRORS,
    events: ['provider.suspended', 'provider.updated'],
    run: (ctx, { params, body, version }) => suspendProvider(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'reinstateProvider',
    method: 'post',
    path: '/v1/providers/{id}/reinstate',
    tag,
    summary: 'Reinstate a provider',
    description: 'They can be booked again. Says why, for the record.',
    permission: 'providers:write',
    params,
    body: ReinstateProvider,
    status: 200,
    response: Provider,
    example: { statusNote: 'The insurance was renewed' },
    errors: TRANSITION_ERRORS,
    events: ['provider.reinstated', 'provider.updated'],
    run: (ctx, { params, body, version }) =>
      reinstateProvider(ctx, { ...params, version, ...body }),
  }),
  ...archiveOperations({
    path: '/v1/providers/{id}',
    tag,
    entity: 'provider',
    noun: 'a provider',
    permission: 'providers:write',
    response: Provider,
    archive: { id: 'archiveProvider', run: archiveProvider },
    archiveErrors: ['provider_has_appointments'],
    restore: { id: 'restoreProvider', run: restoreProvider },
  }),
]
