import { createLocation } from '#organization/locations/create-location.ts'
import { locateAddress } from '#organization/locations/locate-address.ts'
import { patchLocation } from '#organization/locations/patch-location.ts'
import { getLocation, listLocations, LocationQuery } from '#organization/locations/queries.ts'
import { locationRecord } from '#organization/locations/record.ts'
import { CreateLocation, Location, PatchLocation } from '#organization/locations/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Locations', about: 'The centre’s locations, each with its time zone.' }

export const locationOperations = [
  operation({
    id: 'createLocation',
    method: 'post',
    path: '/v1/locations',
    tag,
    summary: 'Create a location',
    description:
      'The location’s time zone determines its local dates and the offsets in responses. An address without coordinates is looked up; if it is not found, the coordinates are null.',
    permission: 'locations:write',
    body: CreateLocation,
    status: 201,
    response: Location,
    prepare: (ctx, { body }) => locateAddress(ctx, body),
    run: (ctx, { body }, found) => createLocation(ctx, body, found),
  }),
  operation({
    id: 'listLocations',
    method: 'get',
    path: '/v1/locations',
    tag,
    summary: 'List locations',
    description: 'Newest first. Archived locations are not included unless you set `state`.',
    permission: 'locations:read',
    query: LocationQuery,
    status: 200,
    response: pageOf(Location),
    run: (ctx, { query }) => listLocations(ctx, query),
  }),
  operation({
    id: 'getLocation',
    method: 'get',
    path: '/v1/locations/{id}',
    tag,
    summary: 'Retrieve a location',
    description: 'Returns the name, address and time zone of the location.',
    permission: 'locations:read',
    params: idParam('location'),
    status: 200,
    response: Location,
    errors: ['not_found'],
    run: (ctx, { params }) => getLocation(ctx, params),
  }),
  operation({
    id: 'patchLocation',
    method: 'patch',
    path: '/v1/locations/{id}',
    tag,
    summary: 'Change a location',
    description:
      'Members that you omit stay unchanged; null removes a value. Appointments stay at the same instants. A changed address without coordinates is looked up again.',
    permission: 'locations:write',
    params: idParam('location'),
    body: PatchLocation,
    status: 200,
    response: Location,
    errors: CHANGE_ERRORS,
    prepare: (ctx, { params, body }) => locateAddress(ctx, body, params.id),
    run: (ctx, { params, body, version }, found) =>
      patchLocation(ctx, { ...params, version, patch: body }, found),
  }),
  ...archiveOperations(locationRecord, {
    path: '/v1/locations/{id}',
    tag,
    noun: 'a location',
    response: Location,
  }),
]
