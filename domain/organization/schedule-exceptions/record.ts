import type {
  Prisma,
  ScheduleException as ScheduleExceptionModel,
} from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadScheduleException } from './queries.ts'
import { toScheduleException, type ScheduleException } from './schemas.ts'

/** How a schedule exception is loaded, written and shown by the verbs that change it. */
export const scheduleExceptionRecord: ArchivableKind<
  ScheduleExceptionModel,
  Prisma.ScheduleExceptionUncheckedUpdateInput,
  ScheduleException
> = {
  type: 'scheduleException',
  table: 'schedule_exceptions',
  permission: 'schedules:write',
  load: loadScheduleException,
  update: (tx, id, data) => tx.db.scheduleException.update({ where: keyOf(tx, id), data }),
  show: toScheduleException,
  ...archivable,
}
