import { createAbsence } from '#messaging/absences/create-absence.ts'
import { endAbsence } from '#messaging/absences/end-absence.ts'
import { AbsenceQuery, getAbsence, listAbsences } from '#messaging/absences/queries.ts'
import { Absence, CreateAbsence } from '#messaging/absences/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Absences',
  about: 'When users are away, and the deputies who are told what waits meanwhile.',
}
const params = idParam('absence')

export const absenceOperations = [
  operation({
    id: 'createAbsence',
    method: 'post',
    path: '/v1/absences',
    tag,
    summary: 'Create an absence',
    description:
      'While a user is away, the deputy is told what waits for the user. The deputy sees and does only what the deputy’s own roles allow. Users record their own absences; those who manage users record anybody’s.',
    permission: 'absences:write',
    body: CreateAbsence,
    status: 201,
    response: Absence,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createAbsence(ctx, body),
  }),
  operation({
    id: 'listAbsences',
    method: 'get',
    path: '/v1/absences',
    tag,
    summary: 'List absences',
    description: 'Newest first. To list only current absences, send `current=true`.',
    permission: 'absences:read',
    query: AbsenceQuery,
    status: 200,
    response: pageOf(Absence),
    run: (ctx, { query }) => listAbsences(ctx, query),
  }),
  operation({
    id: 'getAbsence',
    method: 'get',
    path: '/v1/absences/{id}',
    tag,
    summary: 'Retrieve an absence',
    description: 'Returns the user who is away, the deputy and the period.',
    permission: 'absences:read',
    params,
    status: 200,
    response: Absence,
    errors: ['not_found'],
    run: (ctx, { params }) => getAbsence(ctx, params),
  }),
  operation({
    id: 'endAbsence',
    method: 'post',
    path: '/v1/absences/{id}/end',
    tag,
    summary: 'End an absence',
    description: 'Ends the absence early. From now on, the user gets their notifications again.',
    permission: 'absences:write',
    params,
    status: 200,
    response: Absence,
    example: { endsAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => endAbsence(ctx, { ...params, version }),
  }),
]
