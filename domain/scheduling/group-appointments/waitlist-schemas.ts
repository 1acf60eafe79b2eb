import { z } from 'zod'
import type { GroupWaitlistEntry as GroupWaitlistEntryModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { GroupWaitlistEntryStatus } from './rules.ts'

export const GroupWaitlistEntry = resourceSchema('GroupWaitlistEntry', {
  id: idOf('groupWaitlistEntry'),
  groupId: idOf('groupAppointment'),
  childId: idOf('child'),
  status: z
    .enum(GroupWaitlistEntryStatus)
    .meta({ description: 'Whether the child is waiting, has a place, or was removed.' }),
  position: z.int().nullable().meta({
    description:
      'Position on the waitlist, where 1 is next; null if the child is no longer waiting.',
    example: 1,
  }),
  appointmentId: idOf('appointment')
    .nullable()
    .meta({ description: 'The place that the child got; null if there is none.', example: null }),
  ...recordMembers,
})
export type GroupWaitlistEntry = z.infer<typeof GroupWaitlistEntry>

export const CreateGroupWaitlistEntry = z
  .strictObject({ childId: idOf('child') })
  .meta({ id: 'CreateGroupWaitlistEntry', example: { childId: exampleId('child') } })
export type CreateGroupWaitlistEntry = z.infer<typeof CreateGroupWaitlistEntry>

export const showGroupWaitlistEntries = async (
  rows: readonly GroupWaitlistEntryModel[],
  reader: Pick<Reader, 'sql'>,
): Promise<GroupWaitlistEntry[]> => {
  const queue = await reader.sql<{ id: string; position: number }>(QUEUE, [
    rows.map(({ groupId }) => groupId),
  ])
  const positions = new Map(queue.map(({ id, position }) => [id, position]))
  return rows.map((row) => ({
    id: row.id,
    groupId: row.groupId,
    childId: row.childId,
    status: row.status,
    position: positions.get(row.id) ?? null,
    appointmentId: row.appointmentId,
    ...recordOf(row),
  }))
}

export const showGroupWaitlistEntry = async (
  row: GroupWaitlistEntryModel,
  reader: Pick<Reader, 'sql'>,
): Promise<GroupWaitlistEntry> => (await showGroupWaitlistEntries([row], reader))[0]!

const QUEUE = 'SELECT id, position FROM therapy.group_queue($1)'
