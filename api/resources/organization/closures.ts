import { archiveClosure } from '#organization/closures/archive-closure.ts'
import { restoreClosure } from '#organization/closures/restore-closure.ts'
import { createClosure } from '#organization/closures/create-closure.ts'
import { ClosureQuery, getClosure, listClosures } from '#organization/closures/queries.ts'
import { patchClosure } from '#organization/closures/patch-closure.ts'
import { Closure, CreateClosure, PatchClosure } from '#organization/closures/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Closures'
const params = idParam('closure')

export const closureOperations = [
  operation({
    id: 'createClosure',
    method: 'post',
    path: '/v1/closures',
    tag,
    summary: 'Create a closure of a location',
    description:
      'Public holidays and the like. What is booked on those days stays booked. They are no working days of early intervention at that location either, unless they count as such: deadlines of running programs are computed again by a durable run (`GET /v1/deadline-recalculations`).',
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
    description: 'Newest first, without archived closures unless you ask for them.',
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
    description: 'The days, and whether one location is closed or the whole center.',
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
      'Its name, its days, its location, or whether they count as working days. What is booked stays booked; deadlines in working days move.',
    permission: 'closures:write',
    params,
    body: PatchClosure,
    status: 200,
    response: Closure,
    errors: [...CHANGE_ERRORS, 'invalid_reference'],
    run: (ctx, { params, version, body }) => patchClosure(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations({
    path: '/v1/closures/{id}',
    tag,
    entity: 'closure',
    noun: 'a closure',
    permission: 'closures:write',
    response: Closure,
    archive: { id: 'archiveClosure', run: archiveClosure },
    restore: { id: 'restoreClosure', run: restoreClosure },
  }),
]
