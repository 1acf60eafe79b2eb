import { createClockSet } from '#early-intervention/clocks/create-clock-set.ts'
import { createHolidayCalendar } from '#early-intervention/clocks/create-holiday-calendar.ts'
import {
  ClockSetQuery,
  getClockSet,
  getHolidayCalendar,
  HolidayCalendarQuery,
  listClockSets,
  listHolidayCalendars,
} from '#early-intervention/clocks/queries.ts'
import {
  ClockSet,
  CreateClockSet,
  CreateHolidayCalendar,
  HolidayCalendar,
} from '#early-intervention/clocks/schemas.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Clocks'

export const clockOperations = [
  operation({
    id: 'createClockSet',
    method: 'post',
    path: '/v1/clock-sets',
    tag,
    summary: 'Define clocks',
    description: 'It never changes: make another and move programs to it.',
    permission: 'clock-sets:write',
    body: CreateClockSet,
    status: 201,
    response: ClockSet,
    run: (ctx, { body }) => createClockSet(ctx, body),
  }),
  operation({
    id: 'listClockSets',
    method: 'get',
    path: '/v1/clock-sets',
    tag,
    summary: 'List clock sets',
    permission: 'clock-sets:read',
    query: ClockSetQuery,
    status: 200,
    response: pageOf(ClockSet),
    run: (ctx, { query }) => listClockSets(ctx, query),
  }),
  operation({
    id: 'getClockSet',
    method: 'get',
    path: '/v1/clock-sets/{id}',
    tag,
    summary: 'Retrieve a clock set',
    permission: 'clock-sets:read',
    params: idParam('clockSet'),
    status: 200,
    response: ClockSet,
    errors: ['not_found'],
    run: (ctx, { params }) => getClockSet(ctx, params),
  }),
  operation({
    id: 'createHolidayCalendar',
    method: 'post',
    path: '/v1/holiday-calendars',
    tag,
    summary: "Replace the centre's holidays",
    description:
      'The newest calendar holds. Deadlines of running programs are moved to it by a durable run.',
    permission: 'holiday-calendars:write',
    body: CreateHolidayCalendar,
    status: 201,
    response: HolidayCalendar,
    example: { finishedAt: null },
    run: (ctx, { body }) => createHolidayCalendar(ctx, body),
  }),
  operation({
    id: 'listHolidayCalendars',
    method: 'get',
    path: '/v1/holiday-calendars',
    tag,
    summary: 'List holiday calendars, the newest first',
    permission: 'holiday-calendars:read',
    query: HolidayCalendarQuery,
    status: 200,
    response: pageOf(HolidayCalendar),
    run: (ctx, { query }) => listHolidayCalendars(ctx, query),
  }),
  operation({
    id: 'getHolidayCalendar',
    method: 'get',
    path: '/v1/holiday-calendars/{id}',
    tag,
    summary: 'Retrieve a holiday calendar',
    permission: 'holiday-calendars:read',
    params: idParam('holidayCalendar'),
    status: 200,
    response: HolidayCalendar,
    errors: ['not_found'],
    run: (ctx, { params }) => getHolidayCalendar(ctx, params),
  }),
]
