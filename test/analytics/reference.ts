/** The slow reference: every row is looked at, in JavaScript, for each figure. It shares nothing with what it checks. */
import { Temporal } from 'temporal-polyfill'
import type { TestApi } from '../support/api.ts'

interface AppointmentRow {
  id: string
  childId: string | null
  groupId: string | null
  capacity: number | null
  providerId: string
  serviceId: string | null
  locationId: string
  type: string
  status: string
  cancellation: { initiator: string; late: boolean } | null
  absentParty: string | null
  startsAt: Date
  endsAt: Date
  timeZone: string
  fundingProgram: string | null
  moves: number
}

interface CycleRow {
  childId: string
  serviceId: string | null
  payer: string
  startsOn: string
  endsOn: string
  id: string
}

/** A record as it counts: where, when, for what, and how much of each metric. */
export interface Fact {
  day: string
  groups: Record<string, string | null>
  amounts: Record<string, number>
}

const dayIn = (instant: Date, zone: string) =>
  Temporal.Instant.from(instant.toISOString()).toZonedDateTimeISO(zone).toPlainDate().toString()

export const appointmentFacts = async (api: TestApi, tenantId: string): Promise<Fact[]> => {
  const rows = await api.query<AppointmentRow>(
    `SELECT a.id, a.child_id AS "childId", a.group_id AS "groupId", a.capacity, a.provider_id AS "providerId",
       a.service_id AS "serviceId", a.location_id AS "locationId", a.type, a.status, a.cancellation,
       a.absent_party AS "absentParty", a.starts_at AS "startsAt", a.ends_at AS "endsAt", l.time_zone AS "timeZone",
       k.funding_program AS "fundingProgram",
       (SELECT count(*)::int FROM appointment_changes c
         WHERE c.tenant_id = a.tenant_id AND c.appointment_id = a.id AND c.kind = 'reschedule') AS moves
     FROM appointments a JOIN locations l ON l.id = a.location_id LEFT JOIN children k ON k.id = a.child_id
     WHERE a.tenant_id = $1`,
    [tenantId],
  )
  const cycles = await api.query<CycleRow>(
    `SELECT id, child_id AS "childId", service_id AS "serviceId", payer, starts_on::text AS "startsOn",
       ends_on::text AS "endsOn" FROM treatment_cycles WHERE tenant_id = $1`,
    [tenantId],
  )
  return rows.flatMap((row) => {
    const day = dayIn(row.startsAt, row.timeZone)
    const isGroup = row.capacity !== null
    const isOpen = ['HELD', 'PENDING_CONFIRMATION', 'EXPIRED', 'DECLINED', 'ENTERED_IN_ERROR']
    if (isOpen.includes(row.status)) return []
    const by = row.status === 'CANCELLED' ? row.cancellation!.initiator : null
    const one = (condition: boolean) => (condition && !isGroup ? 1 : 0)
    const minutes = (row.endsAt.getTime() - row.startsAt.getTime()) / 60_000
    return [
      {
        day,
        groups: {
          LOCATION: row.locationId,
          PROVIDER: row.providerId,
          SERVICE: row.serviceId,
          TYPE: row.type,
          PAYER: payerOf(row, day, cycles),
          FUNDING_PROGRAM: row.fundingProgram,
        },
        amounts: {
          APPOINTMENTS_BOOKED: one(true),
          APPOINTMENTS_COMPLETED: one(row.status === 'COMPLETED'),
          CANCELLATIONS: one(by !== null),
          CANCELLATIONS_BY_CLIENT: one(by === 'CLIENT'),
          CANCELLATIONS_BY_PROVIDER: one(by === 'PROVIDER'),
          CANCELLATIONS_BY_ORGANIZATION: one(by === 'ORGANIZATION'),
          LATE_CANCELLATIONS: one(by !== null && row.cancellation!.late),
          NO_SHOWS: one(row.status === 'NO_SHOW' && row.absentParty === 'CLIENT'),
          PROVIDER_NO_SHOWS: one(row.status === 'NO_SHOW' && row.absentParty === 'PROVIDER'),
          RESCHEDULED_APPOINTMENTS: one(row.moves > 0),
          BOOKED_TIME: row.groupId === null && row.status !== 'CANCELLED' ? minutes : 0,
        },
      },
    ]
  })
}

const payerOf = (
  { childId, serviceId }: AppointmentRow,
  day: string,
  cycles: readonly CycleRow[],
): string | null => {
  const [best] = cycles
    .filter((it) => it.childId === childId && it.startsOn <= day && day <= it.endsOn)
    .filter((it) => it.serviceId === null || it.serviceId === serviceId)
    .toSorted(
      (a, b) =>
        Number(a.serviceId === null) - Number(b.serviceId === null) ||
        a.startsOn.localeCompare(b.startsOn) ||
        (a.id < b.id ? -1 : 1),
    )
  return best?.payer ?? null
}

const firstOf: Record<string, (day: Temporal.PlainDate) => Temporal.PlainDate> = {
  DAY: (day) => day,
  WEEK: (day) => day.subtract({ days: day.dayOfWeek - 1 }),
  MONTH: (day) => day.with({ day: 1 }),
  QUARTER: (day) => day.with({ day: 1, month: Math.floor((day.month - 1) / 3) * 3 + 1 }),
}

interface Asked {
  startsOn: string
  endsOn: string
  granularity: string
  groupBy: readonly string[]
  metrics: readonly string[]
}

/** The expected answer, metric by metric: each period and group in which something was counted. */
export const expectedRows = (facts: readonly Fact[], asked: Asked): Record<string, number[]> => {
  const rows: Record<string, number[]> = {}
  for (const { day, groups, amounts } of facts) {
    if (day < asked.startsOn || day > asked.endsOn) continue
    if (Object.values(amounts).every((it) => it === 0)) continue
    const date = Temporal.PlainDate.from(day)
    const first = firstOf[asked.granularity]?.(date).toString() ?? asked.startsOn
    const start = first > asked.startsOn ? first : asked.startsOn
    const key = [start, ...asked.groupBy.map((it) => groups[it] ?? '')].join(' ')
    const row = (rows[key] ??= asked.metrics.map(() => 0))
    asked.metrics.forEach((metric, at) => (row[at]! += amounts[metric] ?? 0))
  }
  return rows
}
