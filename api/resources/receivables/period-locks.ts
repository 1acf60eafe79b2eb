import { lockPeriod } from '#receivables/period-locks/lock-period.ts'
import {
  getPeriodLock,
  listPeriodLocks,
  PeriodLockQuery,
} from '#receivables/period-locks/queries.ts'
import { LockPeriod, PeriodLock, UnlockPeriod } from '#receivables/period-locks/schemas.ts'
import { unlockPeriod } from '#receivables/period-locks/unlock-period.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Period locks',
  about: 'Periods of the books in which nothing is recorded or changed any more.',
}

export const periodLockOperations = [
  operation({
    id: 'lockPeriod',
    method: 'post',
    path: '/v1/period-locks',
    tag,
    summary: 'Lock a period of the books',
    description:
      'Locks all days until `lockedThroughOn`: visits and sessions of these days can no longer be recorded, corrected or undone, by imports neither. Appointments that are still open must be completed or cancelled first (`period_open`). Refunds and waived fees are dated today, so they stay possible.',
    permission: 'period-locks:write',
    body: LockPeriod,
    status: 201,
    response: PeriodLock,
    errors: ['period_open'],
    events: ['organization.updated'],
    run: (ctx, { body }) => lockPeriod(ctx, body),
  }),
  operation({
    id: 'unlockPeriod',
    method: 'post',
    path: '/v1/period-locks/unlock',
    tag,
    summary: 'Unlock a period of the books',
    description:
      'Unlocks the days after `lockedThroughOn`, or everything. The record of it stays, with the reason.',
    permission: 'period-unlocks:write',
    body: UnlockPeriod,
    status: 201,
    response: PeriodLock,
    events: ['organization.updated'],
    run: (ctx, { body }) => unlockPeriod(ctx, body),
  }),
  operation({
    id: 'listPeriodLocks',
    method: 'get',
    path: '/v1/period-locks',
    tag,
    summary: 'List changes of the locked period',
    description: 'Newest first. The newest applies.',
    permission: 'period-locks:read',
    query: PeriodLockQuery,
    status: 200,
    response: pageOf(PeriodLock),
    run: (ctx, { query }) => listPeriodLocks(ctx, query),
  }),
  operation({
    id: 'getPeriodLock',
    method: 'get',
    path: '/v1/period-locks/{id}',
    tag,
    summary: 'Retrieve a change of the locked period',
    description: 'Returns who locked or unlocked which days, when and why.',
    permission: 'period-locks:read',
    params: idParam('periodLock'),
    status: 200,
    response: PeriodLock,
    errors: ['not_found'],
    run: (ctx, { params }) => getPeriodLock(ctx, params),
  }),
]
