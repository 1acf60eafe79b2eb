import type { ProviderStatus } from '#organization/providers/provider-status.ts'
import type { ServiceRules } from '#organization/services/rules.ts'
import { instantOf, localDay, offsetAt, onGrid } from '#platform/core/time/local-time.ts'
import { firstEndingAfter, overlapping, type Range } from '#platform/core/time/ranges.ts'
import { MINUTE_MS, DAY_MS } from '#platform/core/time/time.ts'

/** An occupied range. `inner` excludes buffers. */
export interface Busy extends Range {
  inner?: Range
}

export interface RoomFacts {
  id: string
  busy: readonly Range[]
}

/**
 * Everything that decides whether a provider can start a service at a location. Ranges are sorted and disjoint.
 * Null means no restriction.
 */
export interface Facts {
  now: number
  /** The location's time zone, for the grid of starts and the day of the cap. */
  timeZone: string
  rules: ServiceRules
  providerStatus: ProviderStatus
  workingHours: readonly Range[] | null
  openingHours: readonly Range[] | null
  timeOff: readonly Range[]
  providerBusy: readonly Busy[]
  childBusy: readonly Range[]
  /** Until when the child has all required consents. */
  consentUntil: number
  /** The suitable rooms; null if no room is needed. */
  rooms: readonly RoomFacts[] | null
  /** The starts of the provider's other appointments for this service, for the cap. */
  booked: readonly number[]
}

export const BLOCK_CODES = [
  'provider_not_approved',
  'provider_suspended',
  'in_the_past',
  'too_soon',
  'too_far_ahead',
  'consent_missing',
  'not_on_grid',
  'outside_hours',
  'location_closed',
  'time_off',
  'daily_cap',
  'provider_busy',
  'buffer',
  'child_busy',
  'room_busy',
] as const
export type BlockCode = (typeof BLOCK_CODES)[number]

/** The result of one rule for a start: an obstacle or none. */
interface Verdict {
  code: BlockCode | null
  /** The first later start at which the result can change. */
  until: number
}

const allowed = (until = Infinity): Verdict => ({ code: null, until })
/** Starts are full milliseconds. */
const allowedUpTo = (lastStart: number): Verdict => allowed(Math.floor(lastStart) + 1)
const refused = (code: BlockCode, until = Infinity): Verdict => ({ code, until })

export interface Slot {
  startsAt: number
  /** From the start to the end. */
  time: Range
  /** The same range with buffers. */
  busy: Range
}

export const slotAt = (startsAt: number, rules: ServiceRules): Slot => {
  const end = startsAt + rules.durationMinutes * MINUTE_MS
  return {
    startsAt,
    time: { from: startsAt, until: end },
    busy: {
      from: startsAt - rules.bufferBeforeMinutes * MINUTE_MS,
      until: end + rules.bufferAfterMinutes * MINUTE_MS,
    },
  }
}

export type Rule = (slot: Slot, facts: Facts) => Verdict

/** The obstacle that a provider's status is; none if the provider is approved. */
export const blockOfProvider = (status: ProviderStatus): BlockCode | null => {
  if (status === 'APPROVED') return null
  return status === 'SUSPENDED' ? 'provider_suspended' : 'provider_not_approved'
}

const approved: Rule = (_, { providerStatus }) => {
  const code = blockOfProvider(providerStatus)
  return code ? refused(code) : allowed()
}

const inTheFuture: Rule = ({ startsAt }, { now }) =>
  startsAt < now ? refused('in_the_past', now) : allowed()

const withNotice: Rule = ({ startsAt }, { now, rules }) => {
  const earliest = now + rules.leadTimeMinutes * MINUTE_MS
  return startsAt < earliest ? refused('too_soon', earliest) : allowed()
}

const withinHorizon: Rule = ({ startsAt }, { now, rules: { horizonDays } }) => {
  const latest = horizonDays === null ? Infinity : now + horizonDays * DAY_MS
  return startsAt > latest ? refused('too_far_ahead') : allowedUpTo(latest)
}

const consented: Rule = ({ startsAt }, { consentUntil }) =>
  startsAt < consentUntil ? allowed(consentUntil) : refused('consent_missing')

export const onTheGrid: Rule = ({ startsAt }, { timeZone, rules: { startEveryMinutes } }) => {
  if (startEveryMinutes === null) return allowed()
  const next = onGrid(timeZone, startsAt, startEveryMinutes)
  return next === startsAt ? allowedUpTo(startsAt) : refused('not_on_grid', next)
}

const during =
  (code: BlockCode, hoursOf: (facts: Facts) => readonly Range[] | null): Rule =>
  ({ time: { from, until } }, facts) => {
    const hours = hoursOf(facts)
    if (!hours) return allowed()
    const index = firstEndingAfter(hours, from)
    const open = hours[index]
    if (open && open.from <= from && until <= open.until)
      return allowedUpTo(open.until - (until - from))
    const next = open && open.from > from ? open : hours[index + 1]
    return refused(code, next?.from)
  }

const free =
  (code: BlockCode, takenIn: (facts: Facts) => readonly Range[]): Rule =>
  ({ time: { from, until } }, facts) => {
    const ranges = takenIn(facts)
    const taken = ranges[firstEndingAfter(ranges, from)]
    if (!taken) return allowed()
    return taken.from < until
      ? refused(code, taken.until)
      : allowedUpTo(taken.from - (until - from))
  }

/** Whether the provider is free, including both buffers. The result states whether only buffers collide. */
const providerFree: Rule = ({ startsAt, time, busy }, { providerBusy, rules }) => {
  let index = firstEndingAfter(providerBusy, busy.from)
  let code: BlockCode | null = null
  let until = Infinity
  for (; index < providerBusy.length; index += 1) {
    const taken = providerBusy[index]!
    if (taken.from >= busy.until) break
    const inner = taken.inner ?? taken
    const meet = inner.from < time.until && time.from < inner.until
    code = meet || code === 'provider_busy' ? 'provider_busy' : 'buffer'
    until = taken.until + rules.bufferBeforeMinutes * MINUTE_MS
  }
  if (code) return refused(code, until)
  const next = providerBusy[index]
  return next ? allowedUpTo(next.from - (busy.until - startsAt)) : allowed()
}

const roomFree: Rule = ({ startsAt, busy }, facts) => {
  const { rooms, rules } = facts
  if (!rooms) return allowed()
  const room = freeRoom(startsAt, facts)
  if (room) {
    const next = room.busy[firstEndingAfter(room.busy, busy.from)]
    return next ? allowedUpTo(next.from - (busy.until - startsAt)) : allowed()
  }
  const ends = rooms.map((taken) => overlapping(taken.busy, busy)?.until ?? Infinity)
  return refused('room_busy', Math.min(...ends) + rules.bufferBeforeMinutes * MINUTE_MS)
}

const underCap: Rule = ({ startsAt }, { timeZone, booked, rules: { dailyCap } }) => {
  if (dailyCap === null) return allowed()
  const day = localDay(timeZone, startsAt)
  const taken = booked.filter((other) => localDay(timeZone, other) === day).length
  // A clock change can repeat part of the previous evening.
  const until = Math.min(instantOf(day + 1, '00:00', timeZone), offsetAt(timeZone, startsAt).until)
  return taken < dailyCap ? allowed(until) : refused('daily_cap', until)
}

/** All rules. Booking and availability use the same ones. */
export const RULES: readonly Rule[] = [
  approved,
  inTheFuture,
  withNotice,
  withinHorizon,
  consented,
  onTheGrid,
  during('outside_hours', ({ workingHours }) => workingHours),
  during('location_closed', ({ openingHours }) => openingHours),
  free('time_off', ({ timeOff }) => timeOff),
  underCap,
  providerFree,
  free('child_busy', ({ childBusy }) => childBusy),
  roomFree,
]

/** The first suitable room that is free at a start, including buffers. */
export const freeRoom = (startsAt: number, { rooms, rules }: Facts): RoomFacts | undefined => {
  const { busy } = slotAt(startsAt, rules)
  return rooms?.find((room) => !overlapping(room.busy, busy))
}

/** All obstacles for a start; empty if it can be booked. */
export const blocksAt = (startsAt: number, facts: Facts): BlockCode[] => {
  const slot = slotAt(startsAt, facts.rules)
  return RULES.flatMap((rule) => rule(slot, facts).code ?? [])
}
