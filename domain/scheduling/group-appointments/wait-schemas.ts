import { z } from 'zod'
import type { GroupWait as GroupWaitModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { recordMembers, recordOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { GroupWaitStatus } from './rules.ts'

export const GroupWait = resourceSchema('GroupWait', {
  id: idOf('groupWait'),
  groupId: idOf('groupAppointment'),
  childId: idOf('child'),
  status: z
    .enum(GroupWaitStatus)
    .meta({ description: 'Whether the child waits, has got a place, or has left.' }),
  appointmentId: idOf('appointment')
    .nullable()
    .meta({ description: 'The place that it became.', example: null }),
  ...recordMembers,
})
export type GroupWait = z.infer<typeof GroupWait>

export const JoinWaitlist = z
  .strictObject({ childId: idOf('child') })
  .meta({ id: 'JoinGroupWaitlist', example: { childId: exampleId('child') } })
export type JoinWaitlist = z.infer<typeof JoinWaitlist>

export const toGroupWait = (row: GroupWaitModel): GroupWait => ({
  id: row.id,
  groupId: row.groupId,
  childId: row.childId,
  status: row.status,
  appointmentId: row.appointmentId,
  ...recordOf(row),
})
