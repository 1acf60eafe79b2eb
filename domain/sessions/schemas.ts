import { z } from 'zod'
import type { Session as SessionModel } from '../../prisma/generated/client.ts'
import { exampleId, idOf } from '../core/ids.ts'
import { recordMembers, recordOf } from '../core/record.ts'
import { resourceSchema } from '../core/resource-schema.ts'
import { instant, utc, utcOrNull } from '../core/time.ts'
import { Attendance } from './rules.ts'

const members = {
  attendance: z.enum(Attendance),
  billable: z.boolean().meta({ example: true }),
}

const takenPlace = () =>
  instant().refine((at) => at.getTime() >= 0, { error: 'must not be before 1970' })

const startedAt = takenPlace().meta({
  description: 'When it really began: ISO 8601 with an offset.',
  example: '2026-11-20T10:02:00+01:00',
})
const endedAt = takenPlace().nullable().meta({ example: '2026-11-20T10:47:00+01:00' })

export const Session = resourceSchema('Session', {
  id: idOf('session'),
  appointmentId: idOf('appointment')
    .nullable()
    .meta({ description: 'Null when it was not scheduled.', example: exampleId('appointment') }),
  childId: idOf('child'),
  providerId: idOf('provider'),
  startedAt: z.iso.datetime().meta({ example: '2026-11-20T09:02:00.000Z' }),
  endedAt: z.iso.datetime().nullable().meta({ example: '2026-11-20T09:47:00.000Z' }),
  ...members,
  ...recordMembers,
})
export type Session = z.infer<typeof Session>

export const CreateSession = z
  .strictObject({
    childId: idOf('child'),
    providerId: idOf('provider'),
    startedAt,
    endedAt: endedAt.exactOptional(),
    attendance: members.attendance.default('ATTENDED'),
    billable: members.billable.default(true),
  })
  .meta({
    id: 'CreateSession',
    example: {
      childId: exampleId('child'),
      providerId: exampleId('provider'),
      startedAt: '2026-11-20T10:02:00+01:00',
      endedAt: '2026-11-20T10:47:00+01:00',
    },
  })
export type CreateSession = z.infer<typeof CreateSession>

export const PatchSession = z
  .strictObject({
    startedAt: startedAt.exactOptional(),
    endedAt: endedAt.exactOptional(),
    attendance: members.attendance.exactOptional(),
    billable: members.billable.exactOptional(),
  })
  .meta({ id: 'PatchSession', example: { attendance: 'LATE', billable: true } })
export type PatchSession = z.infer<typeof PatchSession>

export const toSession = (row: SessionModel): Session => ({
  id: row.id,
  appointmentId: row.appointmentId,
  childId: row.childId,
  providerId: row.providerId,
  startedAt: utc(row.startedAt),
  endedAt: utcOrNull(row.endedAt),
  attendance: row.attendance as Attendance,
  billable: row.billable,
  ...recordOf(row),
})
