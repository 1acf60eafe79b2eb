import { createSchedule } from '#organization/schedules/create-schedule.ts'
import { patchSchedule } from '#organization/schedules/patch-schedule.ts'
import { getSchedule, listSchedules, ScheduleQuery } from '#organization/schedules/queries.ts'
import { scheduleRecord } from '#organization/schedules/record.ts'
import { CreateSchedule, PatchSchedule, Schedule } from '#organization/schedules/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Schedules', about: 'Weekly hours of providers, days off and extra hours.' }
const params = idParam('schedule')

export const scheduleOperations = [
  operation({
    id: 'createSchedule',
    method: 'post',
    path: '/v1/schedules',
    tag,
    summary: 'Create a schedule',
    description:
      'Sets the weekly hours of a provider at a location. A provider without a schedule can be booked at any time; a provider with a schedule, only at its times and locations.',
    permission: 'schedules:write',
    body: CreateSchedule,
    status: 201,
    response: Schedule,
    errors: ['invalid_reference'],
    events: ['schedule.created'],
    run: (ctx, { body }) => createSchedule(ctx, body),
  }),
  operation({
    id: 'listSchedules',
    method: 'get',
    path: '/v1/schedules',
    tag,
    summary: 'List schedules',
    description: 'Newest first. Archived schedules are not included unless you set `state`.',
    permission: 'schedules:read',
    query: ScheduleQuery,
    status: 200,
    response: pageOf(Schedule),
    run: (ctx, { query }) => listSchedules(ctx, query),
  }),
  operation({
    id: 'getSchedule',
    method: 'get',
    path: '/v1/schedules/{id}',
    tag,
    summary: 'Retrieve a schedule',
    description: 'Returns the weekly hours at one location, and the period in which they apply.',
    permission: 'schedules:read',
    params,
    status: 200,
    response: Schedule,
    errors: ['not_found'],
    run: (ctx, { params }) => getSchedule(ctx, params),
  }),
  operation({
    id: 'patchSchedule',
    method: 'patch',
    path: '/v1/schedules/{id}',
    tag,
    summary: 'Change a schedule',
    description: 'Booked appointments stay. New `windows` replace all previous ones.',
    permission: 'schedules:write',
    params,
    body: PatchSchedule,
    status: 200,
    response: Schedule,
    errors: CHANGE_ERRORS,
    events: ['schedule.updated'],
    run: (ctx, { params, version, body }) =>
      patchSchedule(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(scheduleRecord, {
    path: '/v1/schedules/{id}',
    tag,
    noun: 'a schedule',
    response: Schedule,
  }),
]
