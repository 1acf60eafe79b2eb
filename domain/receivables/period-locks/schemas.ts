import { z } from 'zod'
import type { PeriodLock as LockModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateTextOrNull, utc } from '#platform/core/time/time.ts'

const reason = line(500).meta({
  description: 'Reason, for auditors.',
  example: 'Handed to the tax adviser.',
})

export const PeriodLock = resourceSchema('PeriodLock', {
  id: idOf('periodLock'),
  lockedThroughOn: calendarDate().nullable().meta({
    description:
      'Last locked day, in the centre’s time zone; null if nothing is locked. Of all records, the newest applies.',
    example: '2026-10-31',
  }),
  previouslyThroughOn: calendarDate().nullable().meta({
    description: 'Last locked day before this change; null if nothing was locked.',
    example: '2026-09-30',
  }),
  reason,
  createdBy: z.string().meta({
    description: 'ID of the user or API key that locked or unlocked.',
    example: exampleId('user'),
  }),
  createdAt: z.iso.datetime().meta({ description: 'When the record was created, in UTC.' }),
})
export type PeriodLock = z.infer<typeof PeriodLock>

export const LockPeriod = z
  .strictObject({
    lockedThroughOn: calendarDate().meta({
      description: 'Last day to lock. It must be in the past, and later than what is locked.',
      example: '2026-10-31',
    }),
    reason,
  })
  .meta({
    id: 'LockPeriod',
    example: { lockedThroughOn: '2026-10-31', reason: 'Handed to the tax adviser.' },
  })
export type LockPeriod = z.infer<typeof LockPeriod>

export const UnlockPeriod = z
  .strictObject({
    lockedThroughOn: calendarDate().nullable().meta({
      description: 'Last day that stays locked, earlier than now; null unlocks everything.',
      example: '2026-09-30',
    }),
    reason,
  })
  .meta({
    id: 'UnlockPeriod',
    example: { lockedThroughOn: '2026-09-30', reason: 'A visit of October was forgotten.' },
  })
export type UnlockPeriod = z.infer<typeof UnlockPeriod>

export const toPeriodLock = (row: LockModel): PeriodLock => ({
  id: row.id,
  lockedThroughOn: dateTextOrNull(row.lockedThroughOn),
  previouslyThroughOn: dateTextOrNull(row.previouslyThroughOn),
  reason: row.reason,
  createdBy: row.createdBy,
  createdAt: utc(row.createdAt),
})
