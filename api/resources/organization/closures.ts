import { createClosure } from '#organization/closures/create-closure.ts'
import { ClosureQuery, getClosure, listClosures } from '#organization/closures/queries.ts'
import { patchClosure } from '#organization/closures/patch-closure.ts'
import { closureRecord } from '#organization/closures/record.ts'
import { Closure, CreateClosure, PatchClosure } from '#organization/closures/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Closures', about: 'Days on which a location, or the whole centre, is closed.' }
const params = idParam('closure')

export const closureOperations = [
  operation({
    id: 'createClosure',
    method: 'post',
    path: '/v1/closures',
    tag,
    summary: 'Create a closure',
    description:
      'Use closures for public holidays and similar days. Booked appointments stay. The days do not count as working days of early intervention at the location, unless you set `countsAsWorkingDay`. A durable workflow recomputes the deadlines of running programs (`GET /v1/deadline-recalculations`).',
    permission: 'closures:write',
    body: CreateClosure,
    status: 201,
    response: Closure,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createClosure(ctx, body),
  }),
  operation({
    id: 'listClosures',
    method: 'get',
    path: '/v1/closures',
    tag,
    summary: 'List closures',
    description: 'Newest first. Archived closures are not included unless you set `state`.',
    permission: 'closures:read',
    query: ClosureQuery,
    status: 200,
    response: pageOf(Closure),
    run: (ctx, { query }) => listClosures(ctx, query),
  }),
  operation({
    id: 'getClosure',
    method: 'get',
    path: '/v1/closures/{id}',
    tag,
    summary: 'Retrieve a closure',
    description: 'Returns the days, and whether one location or the whole centre is closed.',
    permission: 'closures:read',
    params,
    status: 200,
    response: Closure,
    errors: ['not_found'],
    run: (ctx, { params }) => getClosure(ctx, params),
  }),
  operation({
    id: 'patchClosure',
    method: 'patch',
    path: '/v1/closures/{id}',
    tag,
    summary: 'Change a closure',
    description:
      'Changes the name, days or location, or whether the days count as working days. Booked appointments stay; deadlines counted in working days move.',
    permission: 'closures:write',
    params,
    body: PatchClosure,
    status: 200,
    response: Closure,
    errors: [...CHANGE_ERRORS, 'invalid_reference'],
    run: (ctx, { params, version, body }) => patchClosure(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(closureRecord, {
    path: '/v1/closures/{id}',
    tag,
    noun: 'a closure',
    response: Closure,
  }),
]
