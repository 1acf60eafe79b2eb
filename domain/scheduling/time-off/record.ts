import type { TimeOff as TimeOffModel } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadTimeOff } from './queries.ts'
import type { TimeOffStatus } from './rules.ts'
import { toTimeOff, type TimeOff } from './schemas.ts'

/** How time off is loaded, written and shown by the verbs that change it. */
export const timeOffRecord: RecordKind<TimeOffModel, { status: TimeOffStatus }, TimeOff> = {
  type: 'timeOff',
  table: 'time_off',
  permission: 'time-off:write',
  load: loadTimeOff,
  update: (tx, id, data) => tx.db.timeOff.update({ where: keyOf(tx, id), data }),
  show: toTimeOff,
}
