import { createScheduleException } from '#organization/schedule-exceptions/create-schedule-exception.ts'
import {
  getScheduleException,
  listScheduleExceptions,
  ScheduleExceptionQuery,
} from '#organization/schedule-exceptions/queries.ts'
import { patchScheduleException } from '#organization/schedule-exceptions/patch-schedule-exception.ts'
import { scheduleExceptionRecord } from '#organization/schedule-exceptions/record.ts'
import {
  CreateScheduleException,
  PatchScheduleException,
  ScheduleException,
} from '#organization/schedule-exceptions/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Schedules'
const params = idParam('scheduleException')

export const scheduleExceptionOperations = [
  operation({
    id: 'createScheduleException',
    method: 'post',
    path: '/v1/schedule-exceptions',
    tag,
    summary: 'Create a schedule exception',
    description:
      'Adds a day off or extra hours for one provider. Appointments already booked on that day stay.',
    permission: 'schedules:write',
    body: CreateScheduleException,
    status: 201,
    response: ScheduleException,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createScheduleException(ctx, body),
  }),
  operation({
    id: 'listScheduleExceptions',
    method: 'get',
    path: '/v1/schedule-exceptions',
    tag,
    summary: 'List schedule exceptions',
    description: 'Newest first. Archived exceptions are not included unless you set `state`.',
    permission: 'schedules:read',
    query: ScheduleExceptionQuery,
    status: 200,
    response: pageOf(ScheduleException),
    run: (ctx, { query }) => listScheduleExceptions(ctx, query),
  }),
  operation({
    id: 'getScheduleException',
    method: 'get',
    path: '/v1/schedule-exceptions/{id}',
    tag,
    summary: 'Retrieve a schedule exception',
    description: 'Returns the hours of one day that replace the weekly hours.',
    permission: 'schedules:read',
    params,
    status: 200,
    response: ScheduleException,
    errors: ['not_found'],
    run: (ctx, { params }) => getScheduleException(ctx, params),
  }),
  operation({
    id: 'patchScheduleException',
    method: 'patch',
    path: '/v1/schedule-exceptions/{id}',
    tag,
    summary: 'Change a schedule exception',
    description:
      'Changes the day, kind, location or hours; new hours replace the previous ones. Booked appointments stay.',
    permission: 'schedules:write',
    params,
    body: PatchScheduleException,
    status: 200,
    response: ScheduleException,
    errors: [...CHANGE_ERRORS, 'invalid_reference'],
    run: (ctx, { params, version, body }) =>
      patchScheduleException(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(scheduleExceptionRecord, {
    path: '/v1/schedule-exceptions/{id}',
    tag,
    noun: 'a schedule exception',
    response: ScheduleException,
  }),
]
