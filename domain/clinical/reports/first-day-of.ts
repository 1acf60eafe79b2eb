import { Temporal } from 'temporal-polyfill'
import { dateIn, dateText } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { ReportKind } from './names.ts'

interface Asked {
  childId: string
  kind: ReportKind
  endsOn: string
  timeZone: string
}

/** A period without a session begins this long before it ends. */
const DAYS_WITHOUT_SESSION = 90

/** The first day of a report's period, if nobody named one. */
export const firstDayOf = async (
  reader: Reader,
  { childId, kind, endsOn, timeZone }: Asked,
): Promise<string> => {
  const last = Temporal.PlainDate.from(endsOn)
  const [found] = await reader.sql<{ reportedUntil: Date | null; firstAt: Date | null }>(FIRST, [
    reader.tenantId,
    childId,
  ])
  const candidates = [
    kind === 'PROGRESS_REPORT' && found?.reportedUntil
      ? Temporal.PlainDate.from(dateText(found.reportedUntil)).add({ days: 1 })
      : undefined,
    found?.firstAt ? Temporal.PlainDate.from(dateIn(found.firstAt, timeZone)) : undefined,
  ]
  const first = candidates.find((day) => day && Temporal.PlainDate.compare(day, last) <= 0)
  return (first ?? last.subtract({ days: DAYS_WITHOUT_SESSION })).toString()
}

const FIRST = `
  SELECT (SELECT max(ends_on) FROM clinical_reports
          WHERE tenant_id = $1 AND child_id = $2 AND kind = 'PROGRESS_REPORT' AND status = 'SIGNED') AS "reportedUntil",
         (SELECT min(started_at) FROM sessions
          WHERE tenant_id = $1 AND child_id = $2 AND attendance <> 'ABSENT') AS "firstAt"`
