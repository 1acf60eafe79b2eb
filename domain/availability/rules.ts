import { instantOf, localDay, onGrid } from './local-time.ts'
import { firstEndingAfter, overlapping, type Range } from './ranges.ts'
import { MINUTE_MS, DAY_MS } from '../core/time.ts'

/** What a service asks for, as one provider performs it. Null asks for nothing. */
export interface ServiceRules {
  durationMinutes: number
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
  /** Minutes of the local clock that a start must be a multiple of. */
  startEveryMinutes: number | null
  leadTimeMinutes: number
  horizonDays: number | null
  /** Appointments of the service that the provider takes in a local day. */
  dailyCap: number | null
}

/** What somebody or something is taken for; `inner` is the part of it that is not buffer. */
export interface Busy extends Range {
  inner?: Range
}

export interface RoomFacts {
  id: string
  busy: readonly Range[]
}

/**
 * All that decides whether a provider can begin a service at a location at an instant. Ranges are
 * sorted and disjoint. Null restricts nothing.
 */
export interface Facts {
  now: number
  /** The location's: of the grid of starts and of the day that a cap counts. */
  zone: string
  rules: ServiceRules
  workingHours: readonly Range[] | null
  openingHours: readonly Range[] | null
  timeOff: readonly Range[]
  providerBusy: readonly Busy[]
  childBusy: readonly Range[]
  /** Until when the child has the consents that the service needs. */
  consentUntil: number
  /** Those that suit the service; null when it needs none. */
  rooms: readonly RoomFacts[] | null
  /** Starts of the provider's other appointments of this service, for the cap. */
  booked: readonly number[]
}

export const BLOCK_CODES = [
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

/** One reason why a start is not to be had, and the first start at which it may not hold any more. */
interface Block {
  code: BlockCode
  notBefore: number
}

interface Slot {
  startsAt: number
  /** From start to end. */
  time: Range
  /** …with buffers. */
  busy: Range
}

const slotAt = (startsAt: number, rules: ServiceRules): Slot => {
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

type Rule = (slot: Slot, facts: Facts) => Block | undefined

const inTheFuture: Rule = ({ startsAt }, { now }) =>
  startsAt < now ? { code: 'in_the_past', notBefore: now } : undefined

const withNotice: Rule = ({ startsAt }, { now, rules }) => {
  const notBefore = now + rules.leadTimeMinutes * MINUTE_MS
  return startsAt < notBefore ? { code: 'too_soon', notBefore } : undefined
}

const withinHorizon: Rule = ({ startsAt }, { now, rules: { horizonDays } }) =>
  horizonDays !== null && startsAt > now + horizonDays * DAY_MS
    ? { code: 'too_far_ahead', notBefore: Infinity }
    : undefined

const consented: Rule = ({ startsAt }, { consentUntil }) =>
  startsAt < consentUntil ? undefined : { code: 'consent_missing', notBefore: Infinity }

const onTheGrid: Rule = ({ startsAt }, { zone, rules: { startEveryMinutes } }) => {
  if (startEveryMinutes === null) return undefined
  const notBefore = onGrid(zone, startsAt, startEveryMinutes)
  return notBefore === startsAt ? undefined : { code: 'not_on_grid', notBefore }
}

const during =
  (code: BlockCode, hoursOf: (facts: Facts) => readonly Range[] | null): Rule =>
  ({ time: { from, until } }, facts) => {
    const hours = hoursOf(facts)
    if (!hours) return undefined
    const index = firstEndingAfter(hours, from)
    const open = hours[index]
    if (open && open.from <= from && until <= open.until) return undefined
    const next = open && open.from > from ? open : hours[index + 1]
    return { code, notBefore: next?.from ?? Infinity }
  }

const free =
  (code: BlockCode, takenIn: (facts: Facts) => readonly Range[]): Rule =>
  ({ time }, facts) => {
    const taken = overlapping(takenIn(facts), time)
    return taken && { code, notBefore: taken.until }
  }

/** The provider is taken with buffers, ours and the other's; when only those meet, the answer says so. */
const providerFree: Rule = ({ time, busy }, { providerBusy, rules }) => {
  const first = firstEndingAfter(providerBusy, busy.from)
  let block: Block | undefined
  for (let index = first; index < providerBusy.length; index += 1) {
    const taken = providerBusy[index]!
    if (taken.from >= busy.until) break
    const { from, until } = taken.inner ?? taken
    const meet = from < time.until && time.from < until
    const notBefore = taken.until + rules.bufferBeforeMinutes * MINUTE_MS
    block = {
      code: meet || block?.code === 'provider_busy' ? 'provider_busy' : 'buffer',
      notBefore,
    }
  }
  return block
}

const roomFree: Rule = (slot, facts) => {
  const { rooms, rules } = facts
  if (!rooms || freeRoom(slot.startsAt, facts)) return undefined
  const ends = rooms.map(({ busy }) => overlapping(busy, slot.busy)?.until ?? Infinity)
  return {
    code: 'room_busy',
    notBefore: Math.min(...ends) + rules.bufferBeforeMinutes * MINUTE_MS,
  }
}

const underCap: Rule = ({ startsAt }, { zone, booked, rules: { dailyCap } }) => {
  if (dailyCap === null) return undefined
  const day = localDay(zone, startsAt)
  const taken = booked.filter((other) => localDay(zone, other) === day).length
  if (taken < dailyCap) return undefined
  return { code: 'daily_cap', notBefore: instantOf(day + 1, '00:00', zone) }
}

const RULES: readonly Rule[] = [
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

/** The first suitable room that is free for a start, buffers included. */
export const freeRoom = (startsAt: number, { rooms, rules }: Facts): RoomFacts | undefined => {
  const { busy } = slotAt(startsAt, rules)
  return rooms?.find((room) => !overlapping(room.busy, busy))
}

/** Everything that stands against a start: nothing, when it can be booked. */
export const blocksAt = (startsAt: number, facts: Facts): BlockCode[] => {
  const slot = slotAt(startsAt, facts.rules)
  return RULES.flatMap((rule) => rule(slot, facts)?.code ?? [])
}

/** One of several services that follow each other. */
export interface Step {
  facts: Facts
  /** From the first one's start. */
  afterMs: number
}

/** How far apart starts are proposed where a service does not say. */
export const PROPOSED_EVERY_MINUTES = 15

/**
 * The starts of a range that nothing stands against, at most `limit`. It asks the same rules as
 * {@link blocksAt}, and leaps over what they say cannot be.
 */
export const startsIn = (
  steps: readonly [Step, ...Step[]],
  range: Range,
  limit = Infinity,
): number[] => {
  const { zone, rules } = steps[0].facts
  const every = rules.startEveryMinutes ?? PROPOSED_EVERY_MINUTES
  const starts: number[] = []
  let at = onGrid(zone, range.from, every)
  while (at < range.until && starts.length < limit) {
    let notBefore = at
    for (const { facts, afterMs } of steps) {
      const slot = slotAt(at + afterMs, facts.rules)
      for (const rule of RULES) {
        const block = rule(slot, facts)
        if (block) notBefore = Math.max(notBefore, block.notBefore - afterMs)
      }
    }
    const isFree = notBefore === at
    if (isFree) starts.push(at)
    if (notBefore === Infinity) break
    at = onGrid(zone, isFree ? at + 1 : notBefore, every)
  }
  return starts
}
