import { dateOf, localDay, minuteOfDay, minutesOf } from '#platform/core/time/local-time.ts'
import { weekdayOf } from '#organization/schedules/weekly-windows.ts'
import { addMinutes, dateText } from '#platform/core/time/time.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'

export const EntryStatus = ['WAITING', 'OFFERED', 'BOOKED', 'CANCELLED'] as const
export type EntryStatus = (typeof EntryStatus)[number]

export const OfferStatus = ['OFFERED', 'BOOKED', 'DECLINED', 'EXPIRED', 'WITHDRAWN'] as const
export type OfferStatus = (typeof OfferStatus)[number]

/** A slot that is free or would become free. */
export interface Slot {
  providerId: string
  locationId: string
  /** The service that was booked in it before. */
  serviceId: string | null
  startsAt: Date
  timeZone: string
}

/** The preferences of an entry. Empty lists and nulls accept anything. */
export interface Wishes {
  id: string
  serviceIds: readonly string[]
  providerIds: readonly string[]
  locationIds: readonly string[]
  weekdays: readonly string[]
  times: readonly { startTime: string; endTime: string }[]
  startsOn: Date | null
  endsOn: Date | null
  priority: number
  createdAt: Date
}

/** Whether a slot matches the preferences, in the location's local days and times. */
export const isWanted = (wishes: Wishes, { providerId, locationId, startsAt, timeZone }: Slot) => {
  const day = localDay(timeZone, startsAt.getTime())
  const minute = minuteOfDay(timeZone, startsAt.getTime())
  const date = dateOf(day)
  const { startsOn, endsOn } = wishes
  return (
    names(wishes.providerIds, providerId) &&
    names(wishes.locationIds, locationId) &&
    names(wishes.weekdays, weekdayOf(day)) &&
    (wishes.times.length === 0 ||
      wishes.times.some(
        ({ startTime, endTime }) => minutesOf(startTime) <= minute && minute < minutesOf(endTime),
      )) &&
    (!startsOn || dateText(startsOn) <= date) &&
    (!endsOn || date <= dateText(endsOn))
  )
}

const names = (wished: readonly string[], one: string): boolean =>
  wished.length === 0 || wished.includes(one)

/**
 * How well a slot fits an entry. The slot's original service weighs most, because it fills the time exactly; a
 * requested provider weighs more than a location.
 */
export const fitOf = ({ serviceIds, providerIds, locationIds }: Wishes, slot: Slot): number =>
  (slot.serviceId !== null && serviceIds.includes(slot.serviceId) ? 4 : 0) +
  (providerIds.includes(slot.providerId) ? 2 : 0) +
  (locationIds.includes(slot.locationId) ? 1 : 0)

/** Matching entries in the order of offers: by priority, then fit, then age. */
export const ranked = <Entry extends Wishes>(entries: readonly Entry[], slot: Slot): Entry[] =>
  entries
    .filter((entry) => isWanted(entry, slot))
    .toSorted(
      (a, b) =>
        b.priority - a.priority ||
        fitOf(b, slot) - fitOf(a, slot) ||
        a.createdAt.getTime() - b.createdAt.getTime() ||
        (a.id < b.id ? -1 : 1),
    )

/** The services of an entry. If the slot's original service is among them, it comes first. */
export const servicesFor = ({ serviceIds }: Wishes, { serviceId }: Slot): string[] =>
  serviceIds.toSorted((a, b) => Number(b === serviceId) - Number(a === serviceId))

/** How long a family can respond, and the minimum time between the end of the offer and the start. */
const OFFER_MINUTES = 120
const NOTICE_MINUTES = 60
/** If less time is left to respond, no offer is made. */
const LEAST_MINUTES = 15

/** When an offer made now would expire; null if it is too late for an offer. */
export const offerEndsAt = (now: Date, startsAt: Date): Date | null => {
  const latest = addMinutes(startsAt, -NOTICE_MINUTES)
  if (addMinutes(now, LEAST_MINUTES) > latest) return null
  const usual = addMinutes(now, OFFER_MINUTES)
  return usual < latest ? usual : latest
}

/** The facts from which the steps of a freed slot are planned. */
export interface SlotFacts extends Quiet {
  status: 'OPEN' | 'BOOKED' | 'CLOSED'
  createdAt: Date
  /** The number of offers so far. */
  offers: number
  last: { status: OfferStatus; expiresAt: Date; decidedAt: Date | null } | null
}

const OFFER_STEP = 'offer'
const EXPIRY_STEP = 'expiry'
/** Whether a step belongs to an offer, or to the offer with the given number. */
export const isOfferStep = (step: string, number?: number): boolean =>
  number === undefined ? step.startsWith(`${OFFER_STEP}-`) : step === `${OFFER_STEP}-${number}`
export const isExpiryStep = (step: string): boolean => step.startsWith(`${EXPIRY_STEP}-`)

/** Plans one offer after another, none of them at night. Each ends before the next one starts. Pure. */
export const planOffers = (facts: SlotFacts): PlannedStep[] => {
  const { status, offers, last, createdAt } = facts
  if (status !== 'OPEN') return []
  if (last?.status === 'OFFERED')
    return [{ step: `${EXPIRY_STEP}-${offers}`, dueAt: last.expiresAt }]
  return [afterQuiet(`${OFFER_STEP}-${offers + 1}`, last?.decidedAt ?? createdAt, facts)]
}
