import type { Prisma, Schedule as ScheduleModel } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadSchedule } from './queries.ts'
import { toSchedule, type Schedule } from './schemas.ts'

/** How a schedule is loaded, written and shown by the verbs that change it. */
export const scheduleRecord: ArchivableKind<
  ScheduleModel,
  Prisma.ScheduleUncheckedUpdateInput,
  Schedule
> = {
  type: 'schedule',
  table: 'schedules',
  permission: 'schedules:write',
  load: loadSchedule,
  update: (tx, id, data) => tx.db.schedule.update({ where: keyOf(tx, id), data }),
  show: toSchedule,
  ...archivable,
}
