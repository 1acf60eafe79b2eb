import { z } from 'zod'
import type { GroupWaitlistEntry as GroupWaitlistEntryModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { recordMembers, recordOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { GroupWaitlistEntryStatus } from './rules.ts'

export const GroupWaitlistEntry = resourceSchema('GroupWaitlistEntry', {
  id: idOf('groupWaitlistEntry'),
  groupId: idOf('groupAppointment'),
  childId: idOf('child'),
  status: z
    .enum(GroupWaitlistEntryStatus)
    .meta({ description: 'Whether the child waits, has got a place, or has left.' }),
  appointmentId: idOf('appointment')
    .nullable()
    .meta({ description: 'The place that it became.', example: null }),
  ...recordMembers,
})
export type GroupWaitlistEntry = z.infer<typeof GroupWaitlistEntry>

export const CreateGroupWaitlistEntry = z
  .strictObject({ childId: idOf('child') })
  .meta({ id: 'CreateGroupWaitlistEntry', example: { childId: exampleId('child') } })
export type CreateGroupWaitlistEntry = z.infer<typeof CreateGroupWaitlistEntry>

export const toGroupWaitlistEntry = (row: GroupWaitlistEntryModel): GroupWaitlistEntry => ({
  id: row.id,
  groupId: row.groupId,
  childId: row.childId,
  status: row.status,
  appointmentId: row.appointmentId,
  ...recordOf(row),
})
