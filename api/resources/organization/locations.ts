import { createLocation } from '#organization/locations/create-location.ts'
import { locateAddress } from '#organization/locations/locate-address.ts'
import { patchLocation } from '#organization/locations/patch-location.ts'
import { getLocation, listLocations, LocationQuery } from '#organization/locations/queries.ts'
import { locationRecord } from '#organization/locations/record.ts'
import { CreateLocation, Location, PatchLocation } from '#organization/locations/schemas.ts'
import { correctLocationTimeZone } from '#scheduling/time-zone-corrections/correct-location-time-zone.ts'
import { CorrectTimeZone, TimeZoneCorrection } from '#scheduling/time-zone-corrections/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, idParam, pageOf } from '../../http/shapes.ts'

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
      'Members that you omit stay unchanged; null removes a value. `timeZone` changes only while nothing ahead is in the previous one; later, send `POST /v1/locations/{id}/correct-time-zone`. A changed address without coordinates is looked up again.',
    permission: 'locations:write',
    params: idParam('location'),
    body: PatchLocation,
    status: 200,
    response: Location,
    errors: [...CHANGE_ERRORS, 'time_zone_in_use'],
    prepare: (ctx, { params, body }) => locateAddress(ctx, body, params.id),
    run: (ctx, { params, body, version }, found) =>
      patchLocation(ctx, { ...params, version, patch: body }, found),
  }),
  operation({
    id: 'correctLocationTimeZone',
    method: 'post',
    path: '/v1/locations/{id}/correct-time-zone',
    tag,
    summary: 'Correct the time zone of a location',
    description:
      'For a location that was created in the wrong zone. Its hours, schedules and series stay at the same local times in the new zone, and you choose whether appointments ahead do, too. Everything is corrected, or nothing if an appointment would meet another one. Waitlists get no offers of times that become free. If `remaining` is not 0, send the request again. With `dryRun=true` you get the same response and nothing changes.',
    permission: ['locations:write', 'appointments:write'],
    params: idParam('location'),
    query: DryRun,
    body: CorrectTimeZone,
    status: 200,
    response: TimeZoneCorrection,
    errors: [
      'not_found',
      'precondition_failed',
      'processing_restricted',
      'record_in_use',
      'slot_taken',
    ],
    events: ['appointment.rescheduled'],
    run: (ctx, { params, body, query, version }) =>
      correctLocationTimeZone(ctx, {
        ...params,
        ...body,
        version,
        dryRun: query.dryRun === 'true',
      }),
  }),
  ...archiveOperations(locationRecord, {
    path: '/v1/locations/{id}',
    tag,
    noun: 'a location',
    response: Location,
  }),
]
