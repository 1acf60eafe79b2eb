/** The slow reference: computes each figure in JavaScript from every row. It shares no code with what it checks. */
import { Temporal } from 'temporal-polyfill'
import { offeredMinutes } from './offered-minutes.ts'
import type { Appointment, Child, Cycle, Order, Rows } from './reference-rows.ts'

/** A record as it counts: its day, its groups, and its part of numerator and denominator of each metric. */
export interface Fact {
  id: string
  /** null: the current state, independent of time. */
  day: string | null
  groups: Record<string, string | null>
  currency: string | null
  adds: Record<string, readonly [above: number, below?: number]>
}

/** The requested days and the current time. */
export interface AsOf {
  startsOn: string
  endsOn: string
  now: Date
}

const dayIn = (instant: string | Date, zone: string) =>
  Temporal.Instant.from(typeof instant === 'string' ? instant : instant.toISOString())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
const daysFrom = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days
const msBetween = (from: string, to: string) => Date.parse(to) - Date.parse(from)
const one = (condition: boolean) => (condition ? 1 : 0)

const REAL = ['CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED', 'NO_SHOW']

/** Looks records up by id with a linear search. */
const lookUp = (rows: Rows) => {
  const zoneOf = (locationId: string | null) =>
    rows.locations.find(({ id }) => id === locationId)?.time_zone ?? rows.centreZone
  const child = (id: string | null): Child | undefined => rows.children.find((it) => it.id === id)
  const appointment = (id: string | null): Appointment | undefined =>
    rows.appointments.find((it) => it.id === id)
  const order = (id: string): Order => rows.orders.find((it) => it.id === id)!
  const payerOf = (
    of: { child_id: string | null; service_id: string | null; provider_id: string },
    day: string,
  ): string | null => {
    const covers = (it: Cycle) =>
      it.child_id === of.child_id &&
      it.starts_on <= day &&
      day <= it.ends_on &&
      (it.service_id === null || it.service_id === of.service_id) &&
      (it.provider_id === null || it.provider_id === of.provider_id)
    const [best] = rows.treatment_cycles
      .filter(covers)
      .toSorted(
        (a, b) =>
          one(a.service_id === null) - one(b.service_id === null) ||
          one(a.provider_id === null) - one(b.provider_id === null) ||
          a.starts_on.localeCompare(b.starts_on) ||
          (a.id < b.id ? -1 : 1),
      )
    return best ? (best.payer_id ?? best.payer) : null
  }
  return { zoneOf, child, appointment, order, payerOf }
}

type Source = (rows: Rows, at: AsOf) => Fact[]

const appointments: Source = (rows) => {
  const { zoneOf, child, payerOf } = lookUp(rows)
  return rows.appointments
    .filter(({ status }) => REAL.includes(status) || status === 'CANCELLED')
    .map((it) => {
      const day = dayIn(it.starts_at, zoneOf(it.location_id))
      const counts = (condition: boolean) => [one(condition && it.capacity === null)] as const
      const by = it.status === 'CANCELLED' ? it.cancellation!.initiator : null
      const missedBy = (party: string) => it.status === 'NO_SHOW' && it.absent_party === party
      const minutes =
        it.group_id === null && it.status !== 'CANCELLED'
          ? msBetween(it.starts_at, it.ends_at) / 60_000
          : 0
      const later = rows.appointments.some(
        (next) =>
          next.child_id === it.child_id &&
          REAL.includes(next.status) &&
          msBetween(it.starts_at, next.starts_at) > 0 &&
          msBetween(it.starts_at, next.starts_at) <= 30 * 86_400_000,
      )
      const isDone = it.status === 'COMPLETED' && it.child_id !== null
      return {
        id: it.id,
        day,
        currency: null,
        groups: {
          LOCATION: it.location_id,
          PROVIDER: it.provider_id,
          SERVICE: it.service_id,
          TYPE: it.type,
          PAYER: payerOf(it, day),
          FUNDING_PROGRAM: child(it.child_id)?.funding_program ?? null,
        },
        adds: {
          APPOINTMENTS_BOOKED: counts(true),
          APPOINTMENTS_COMPLETED: counts(it.status === 'COMPLETED'),
          CANCELLATIONS: counts(by !== null),
          CANCELLATIONS_BY_CLIENT: counts(by === 'CLIENT'),
          CANCELLATIONS_BY_PROVIDER: counts(by === 'PROVIDER'),
          CANCELLATIONS_BY_ORGANIZATION: counts(by === 'ORGANIZATION'),
          LATE_CANCELLATIONS: counts(by !== null && it.cancellation!.late),
          NO_SHOWS: counts(missedBy('CLIENT')),
          PROVIDER_NO_SHOWS: counts(missedBy('PROVIDER')),
          NO_SHOW_RATE: [
            ...counts(missedBy('CLIENT')),
            ...counts(it.status === 'COMPLETED' || missedBy('CLIENT')),
          ] as const,
          RESCHEDULED_APPOINTMENTS: counts(
            rows.appointment_changes.some(
              (change) => change.appointment_id === it.id && change.kind === 'reschedule',
            ),
          ),
          BOOKED_TIME: [minutes],
          UTILIZATION: [minutes, 0],
          REBOOKING_RATE: [one(isDone && later), one(isDone)],
        },
      } satisfies Fact
    })
}

const offered: Source = (rows, { startsOn, endsOn }) =>
  offeredMinutes(rows, startsOn, endsOn).map(({ providerId, locationId, day, minutes }) => ({
    id: providerId,
    day,
    currency: null,
    groups: { LOCATION: locationId, PROVIDER: providerId },
    adds: { UTILIZATION: [0, minutes] },
  }))

const sessions: Source = (rows) => {
  const { zoneOf, child, appointment, payerOf } = lookUp(rows)
  return rows.sessions
    .filter(({ attendance }) => attendance !== 'ABSENT')
    .map((it) => {
      const of = appointment(it.appointment_id)
      const locationId = of?.location_id ?? child(it.child_id)?.location_id ?? null
      const day = dayIn(it.started_at, zoneOf(locationId))
      const signed = rows.session_notes.some(
        (note) =>
          note.session_id === it.id &&
          note.signed_at !== null &&
          it.ended_at !== null &&
          msBetween(it.ended_at, note.signed_at) <= 86_400_000,
      )
      return {
        id: it.id,
        day,
        currency: null,
        groups: {
          LOCATION: locationId,
          PROVIDER: it.provider_id,
          SERVICE: it.service_id,
          TYPE: of?.type ?? null,
          PAYER: payerOf(it, day),
          FUNDING_PROGRAM: child(it.child_id)?.funding_program ?? null,
        },
        adds: {
          SESSIONS: [1],
          BILLABLE_SESSIONS: [one(it.billable)],
          BILLABLE_UNITS: [it.billable ? (it.billable_units ?? 0) : 0],
          NOTES_SIGNED_IN_TIME: [one(signed), one(it.ended_at !== null)],
        },
      }
    })
}

/** The place, payer and currency of an order. */
const moneyOf = (rows: Rows, order: Order, instant: string): Omit<Fact, 'id' | 'adds'> => {
  const { zoneOf, child, appointment } = lookUp(rows)
  const of = appointment(order.appointment_id)
  return {
    day: dayIn(instant, zoneOf(of?.location_id ?? null)),
    currency: order.currency,
    groups: {
      LOCATION: of?.location_id ?? null,
      PROVIDER: of?.provider_id ?? null,
      SERVICE: of?.service_id ?? null,
      TYPE: of?.type ?? null,
      PAYER: order.payer_id,
      FUNDING_PROGRAM: child(order.child_id)?.funding_program ?? null,
    },
  }
}

/** The amount kept of a cancelled order, without its tax. */
const incomeOf = (it: Order): number =>
  it.status === 'CANCELLED'
    ? it.captured_minor -
      (it.tax_minor && Math.floor((it.captured_minor * it.tax_minor) / it.amount_minor + 0.5))
    : it.amount_minor - it.tax_minor

const money: Source = (rows) => {
  const { order } = lookUp(rows)
  const paymentOf = (id: string) => rows.payments.find((it) => it.id === id)!
  return [
    ...rows.orders
      .filter((it) => it.status !== 'CANCELLED' || it.captured_minor > 0)
      .map((it) => ({
        id: it.id,
        ...moneyOf(rows, it, it.created_at),
        adds: { REVENUE: [incomeOf(it)] as const },
      })),
    ...rows.payments
      .filter(({ status, gateway }) => status === 'SUCCEEDED' && gateway !== 'credit')
      .map((it) => ({
        id: it.id,
        ...moneyOf(rows, order(it.order_id), it.settled_at!),
        currency: it.currency,
        adds: { PAYMENTS_RECEIVED: [it.amount_minor] as const },
      })),
    ...rows.refunds
      .filter(({ status, method }) => status === 'SUCCEEDED' && method !== 'CREDIT')
      .filter(({ payment_id: of }) => paymentOf(of).gateway !== 'credit')
      .map((it) => ({
        id: it.id,
        ...moneyOf(rows, order(paymentOf(it.payment_id).order_id), it.settled_at!),
        currency: it.currency,
        adds: { REFUNDS: [it.amount_minor] as const },
      })),
  ]
}

const outstanding: Source = (rows, { endsOn }) =>
  rows.orders
    .filter(({ status }) => status === 'OPEN')
    .map((it) => ({ it, made: moneyOf(rows, it, it.created_at) }))
    .filter(({ made }) => made.day! <= endsOn)
    .map(({ it, made }) => ({
      id: it.id,
      ...made,
      day: null,
      adds: { OUTSTANDING: [it.amount_minor - it.captured_minor] as const },
    }))

const settlements: Source = (rows) => {
  const { order } = lookUp(rows)
  return rows.settlement_lines.flatMap((line) => {
    const settlement = rows.settlements.find((it) => it.id === line.settlement_id)!
    const isPaid = ['PAID', 'PARTIALLY_REVERSED', 'REVERSED'].includes(settlement.status)
    if (!isPaid || !line.counts) return []
    const payment = rows.payments.find((it) => it.id === line.payment_id)!
    const of = moneyOf(rows, order(payment.order_id), settlement.settled_at!)
    return [
      {
        id: settlement.id,
        ...of,
        currency: settlement.currency,
        groups: { ...of.groups, PROVIDER: settlement.provider_id },
        adds: {
          SETTLEMENT_GROSS: [line.gross_minor] as const,
          SETTLEMENT_PROVIDER_SHARE: [line.provider_minor] as const,
          SETTLEMENT_PLATFORM_SHARE: [line.platform_minor] as const,
          SETTLEMENT_CENTER_SHARE: [line.centre_minor] as const,
        },
      },
    ]
  })
}

const firstAppointments: Source = (rows) => {
  const { zoneOf } = lookUp(rows)
  return rows.children.flatMap((child) => {
    const [first] = rows.appointments
      .filter((it) => it.child_id === child.id && REAL.includes(it.status))
      .toSorted((a, b) => msBetween(b.starts_at, a.starts_at) || (a.id < b.id ? -1 : 1))
    if (!first || child.merged_into_id !== null) return []
    if (msBetween(child.created_at, first.starts_at) < 0) return []
    const zone = zoneOf(first.location_id)
    const day = dayIn(child.created_at, zone)
    return [
      {
        id: child.id,
        day,
        currency: null,
        groups: {
          LOCATION: first.location_id,
          PROVIDER: first.provider_id,
          SERVICE: first.service_id,
          TYPE: first.type,
          FUNDING_PROGRAM: child.funding_program,
        },
        adds: {
          TIME_TO_FIRST_APPOINTMENT: [daysFrom(day, dayIn(first.starts_at, zone)), 1] as const,
        },
      },
    ]
  })
}

const waitlist: Source = (rows) => {
  const { zoneOf, child, appointment } = lookUp(rows)
  return rows.waitlist_offers.flatMap((offer) => {
    const entry = rows.waitlist_entries.find((it) => it.id === offer.entry_id)!
    if (offer.status !== 'BOOKED' || entry.status !== 'BOOKED') return []
    const place = appointment(offer.appointment_id)!
    const zone = zoneOf(place.location_id)
    const day = dayIn(offer.decided_at!, zone)
    return [
      {
        id: entry.id,
        day,
        currency: null,
        groups: {
          LOCATION: place.location_id,
          PROVIDER: place.provider_id,
          SERVICE: place.service_id,
          TYPE: place.type,
          FUNDING_PROGRAM: child(entry.child_id)?.funding_program ?? null,
        },
        adds: { WAITLIST_TIME: [daysFrom(dayIn(entry.created_at, zone), day), 1] as const },
      },
    ]
  })
}

const caseload: Source = (rows, { endsOn }) => {
  const { zoneOf } = lookUp(rows)
  return rows.children
    .filter(({ archived_at }) => archived_at === null)
    .flatMap((child) => {
      const end = Temporal.PlainDate.from(endsOn)
        .add({ days: 1 })
        .toZonedDateTime(zoneOf(child.location_id)).epochMilliseconds
      const members = rows.care_team_members.filter(
        (it) =>
          it.child_id === child.id &&
          Date.parse(it.starts_at) < end &&
          (it.ends_at === null || Date.parse(it.ends_at) >= end),
      )
      const providers = new Set([
        ...members.map((it) => it.provider_id),
        ...(child.primary_provider_id === null ? [] : [child.primary_provider_id]),
      ])
      return [...providers].map((providerId) => ({
        id: child.id,
        day: null,
        currency: null,
        groups: {
          LOCATION: child.location_id,
          PROVIDER: providerId,
          FUNDING_PROGRAM: child.funding_program,
        },
        adds: { CASELOAD: [1] as const },
      }))
    })
}

const goals: Source = (rows, { endsOn }) => {
  const { zoneOf, child } = lookUp(rows)
  return rows.goals.flatMap((goal) => {
    const of = child(goal.child_id)!
    if (of.archived_at !== null || goal.status === 'CANCELLED') return []
    if (dayIn(goal.created_at, zoneOf(of.location_id)) > endsOn) return []
    const isAchieved = ['achieved', 'sustaining'].includes(goal.achievement_status)
    return [
      {
        id: goal.id,
        day: null,
        currency: null,
        groups: {
          LOCATION: of.location_id,
          PROVIDER: of.primary_provider_id,
          FUNDING_PROGRAM: of.funding_program,
          STAGE: goal.achievement_status,
        },
        adds: { GOALS: [1] as const, GOAL_ACHIEVEMENT_RATE: [one(isAchieved), 1] as const },
      },
    ]
  })
}

const assessments: Source = (rows, { now }) => {
  const { zoneOf, child } = lookUp(rows)
  return rows.assessments.flatMap((it) => {
    const plan = rows.assessment_schedules.find(({ id }) => id === it.schedule_id)
    const of = child(it.child_id)!
    const locationId = plan?.location_id ?? of.location_id
    const isOver = it.due_on < dayIn(now, zoneOf(locationId))
    const isDone = it.status === 'COMPLETED'
    if (it.status === 'WAIVED' || !(isDone || isOver)) return []
    return [
      {
        id: it.id,
        day: it.due_on,
        currency: null,
        groups: {
          LOCATION: locationId,
          PROVIDER: plan?.provider_id ?? null,
          FUNDING_PROGRAM: of.funding_program,
        },
        adds: {
          ASSESSMENTS_ON_TIME: [one(isDone && it.administered_on! <= it.due_on), 1] as const,
        },
      },
    ]
  })
}

const deadlines: Source = (rows, { now }) => {
  const { zoneOf, child } = lookUp(rows)
  return rows.program_deadlines.flatMap((it) => {
    const program = rows.early_intervention_programs.find(({ id }) => id === it.program_id)!
    const isOver = it.due_on < dayIn(now, zoneOf(program.location_id))
    const isRunning = it.state === 'RUNNING'
    if (it.state === 'NOT_OWED' || (isRunning && (it.paused || !isOver))) return []
    return [
      {
        id: program.id,
        day: it.due_on,
        currency: null,
        groups: {
          LOCATION: program.location_id,
          PROVIDER: program.service_coordinator_id,
          FUNDING_PROGRAM: child(program.child_id)!.funding_program,
          CLOCK: it.clock,
        },
        adds: {
          EARLY_INTERVENTION_DEADLINES_MET: [
            one(it.met_on !== null && it.met_on <= it.due_on),
            1,
          ] as const,
        },
      },
    ]
  })
}

const leads: Source = (rows) => {
  const { zoneOf } = lookUp(rows)
  return rows.leads.map((it) => ({
    id: it.id,
    day: dayIn(it.heard_at, zoneOf(it.location_id)),
    currency: null,
    groups: { LOCATION: it.location_id, STAGE: it.status },
    adds: { LEADS: [1], LEAD_CONVERSION_RATE: [one(it.status === 'CONVERTED'), 1] },
  }))
}

const onboardings: Source = (rows, { endsOn, now }) => {
  const today = dayIn(now, rows.centreZone)
  const last = endsOn < today ? endsOn : today
  return rows.provider_onboardings
    .filter(({ status }) => !['APPROVED', 'REJECTED', 'WITHDRAWN'].includes(status))
    .map((it) => ({ it, invitedOn: dayIn(it.invited_at, rows.centreZone) }))
    .filter(({ invitedOn }) => invitedOn <= last)
    .map(({ it, invitedOn }) => ({
      id: it.id,
      day: null,
      currency: null,
      groups: { LOCATION: null, PROVIDER: it.provider_id, STAGE: it.status },
      adds: { ONBOARDING_AGE: [daysFrom(invitedOn, last), 1] as const },
    }))
}

const messages: Source = (rows) =>
  rows.messages
    .filter(({ status }) => ['SENT', 'FAILED', 'BOUNCED'].includes(status))
    .map((it) => ({
      id: it.id,
      day: dayIn(it.created_at, rows.centreZone),
      currency: null,
      groups: { LOCATION: null },
      adds: { MESSAGES_DELIVERED: [one(it.status === 'SENT'), 1] },
    }))

const webhooks: Source = (rows) =>
  rows.webhook_deliveries
    .filter(({ finished_at }) => finished_at !== null)
    .map((it) => ({
      id: it.id,
      day: dayIn(it.finished_at!, rows.centreZone),
      currency: null,
      groups: { LOCATION: null },
      adds: { WEBHOOK_SUCCESS: [one(it.status === 'SUCCEEDED'), 1] },
    }))

const SOURCES: readonly Source[] = [
  appointments,
  offered,
  sessions,
  money,
  outstanding,
  settlements,
  firstAppointments,
  waitlist,
  caseload,
  goals,
  assessments,
  deadlines,
  leads,
  onboardings,
  messages,
  webhooks,
]

/** All records that count for any metric. */
export const allFacts = (rows: Rows, at: AsOf): Fact[] => SOURCES.flatMap((it) => it(rows, at))

const firstOf: Record<string, (day: Temporal.PlainDate) => Temporal.PlainDate> = {
  DAY: (day) => day,
  WEEK: (day) => day.subtract({ days: day.dayOfWeek - 1 }),
  MONTH: (day) => day.with({ day: 1 }),
  QUARTER: (day) => day.with({ day: 1, month: Math.floor((day.month - 1) / 3) * 3 + 1 }),
}

export interface Asked {
  metric: string
  startsOn: string
  endsOn: string
  granularity: string
  groupBy: readonly string[]
}

/** The records that count for a metric in the period. */
export const factsFor = (facts: readonly Fact[], { metric, startsOn, endsOn }: Asked): Fact[] =>
  facts.filter(
    ({ day, adds }) =>
      adds[metric]?.some((it) => it !== 0) && (day === null || (day >= startsOn && day <= endsOn)),
  )

/** The expected result: numerator and denominator per period, groups and currency. */
export const expectedRows = (facts: readonly Fact[], asked: Asked): Record<string, number[]> => {
  const rows: Record<string, number[]> = {}
  for (const { day, groups, currency, adds } of factsFor(facts, asked)) {
    const first =
      day === null || asked.granularity === 'TOTAL'
        ? asked.startsOn
        : firstOf[asked.granularity]!(Temporal.PlainDate.from(day)).toString()
    const start = first > asked.startsOn ? first : asked.startsOn
    const key = [start, ...asked.groupBy.map((it) => groups[it] ?? ''), currency ?? ''].join(' ')
    const [above, below] = adds[asked.metric]!
    const row = (rows[key] ??= below === undefined ? [0] : [0, 0])
    row[0]! += above
    if (below !== undefined) row[1]! += below
  }
  return rows
}
