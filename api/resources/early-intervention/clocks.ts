import { createClockSet } from '#early-intervention/clocks/create-clock-set.ts'
import {
  ClockSetQuery,
  DeadlineRecalculationQuery,
  getClockSet,
  getDeadlineRecalculation,
  listClockSets,
  listDeadlineRecalculations,
} from '#early-intervention/clocks/queries.ts'
import {
  ClockSet,
  CreateClockSet,
  DeadlineRecalculation,
} from '#early-intervention/clocks/schemas.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Clocks', about: 'Rules for deadlines, and how closures move deadlines.' }

export const clockOperations = [
  operation({
    id: 'createClockSet',
    method: 'post',
    path: '/v1/clock-sets',
    tag,
    summary: 'Create a clock set',
    description:
      'Clock sets never change: to replace one, create another set and move programs to it. If a centre differs from IDEA Part C in only a few clocks, list those and send `basedOn`.',
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
    description: 'Newest first.',
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
    description: 'Returns the rules by which deadlines are computed. A set never changes.',
    permission: 'clock-sets:read',
    params: idParam('clockSet'),
    status: 200,
    response: ClockSet,
    errors: ['not_found'],
    run: (ctx, { params }) => getClockSet(ctx, params),
  }),
  operation({
    id: 'listDeadlineRecalculations',
    method: 'get',
    path: '/v1/deadline-recalculations',
    tag,
    summary: 'List deadline recalculations',
    description:
      'Newest first. When closures change, a durable workflow recomputes the deadlines that are counted in working days.',
    permission: 'clock-sets:read',
    query: DeadlineRecalculationQuery,
    status: 200,
    response: pageOf(DeadlineRecalculation),
    run: (ctx, { query }) => listDeadlineRecalculations(ctx, query),
  }),
  operation({
    id: 'getDeadlineRecalculation',
    method: 'get',
    path: '/v1/deadline-recalculations/{id}',
    tag,
    summary: 'Retrieve a deadline recalculation',
    description:
      'Returns how many programs were checked, and how many of them have a changed deadline.',
    permission: 'clock-sets:read',
    params: idParam('deadlineRecalculation'),
    status: 200,
    response: DeadlineRecalculation,
    errors: ['not_found'],
    run: (ctx, { params }) => getDeadlineRecalculation(ctx, params),
  }),
]
