import { createProvider } from '#organization/providers/create-provider.ts'
import { providerRecord } from '#organization/providers/record.ts'
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

const tag = { name: 'Providers', about: 'Therapists and other people who treat children.' }
const params = idParam('provider')

export const providerOperations = [
  operation({
    id: 'createProvider',
    method: 'post',
    path: '/v1/providers',
    tag,
    summary: 'Create a provider',
    description:
      'A provider without a schedule can be booked at any time; a provider with a schedule, only at its times and locations. You can bind an API key to a provider.',
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
    description: 'Newest first. Archived providers are not included unless you set `state`.',
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
    description:
      'Returns the name, contact details, specialties and locations, and whether the provider can be booked.',
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
    description:
      'Members that you omit stay unchanged; null removes a value. Booked appointments stay.',
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
      'Stops new bookings: availability, holds, bookings, series and groups return `provider_suspended`. Booked appointments stay; `GET /v1/providers/{id}/affected-appointments` lists them with the alternatives for each.',
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
    description:
      'The provider can be booked again. Providers cannot reinstate themselves; another person must. Send the reason for the record.',
    permission: 'providers:write',
    params,
    body: ReinstateProvider,
    status: 200,
    response: Provider,
    example: { statusNote: 'The insurance was renewed' },
    errors: [...TRANSITION_ERRORS, 'second_person_required', 'step_up_required'],
    events: ['provider.reinstated', 'provider.updated'],
    run: (ctx, { params, body, version }) =>
      reinstateProvider(ctx, { ...params, version, ...body }),
  }),
  ...archiveOperations(providerRecord, {
    path: '/v1/providers/{id}',
    tag,
    noun: 'a provider',
    response: Provider,
    archiveErrors: ['provider_has_appointments'],
    restoreErrors: ['second_person_required'],
    restoreTakesProof: true,
  }),
]
