import { takesSlot, type AppointmentStatus } from './appointment-status.ts'

export interface Slot {
  startsAt: Date
  endsAt: Date
  busyFrom: Date
  busyUntil: Date
}

export interface SlotTimes {
  startsAt: Date
  durationMinutes: number
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
}

/**
 * The time that a booking occupies: for the child from start to end, for the provider and the room with buffers
 * (organization/services/rules.ts). The constraints `appointments_child_free`, `appointments_provider_free` and
 * `appointments_room_free` refuse overlaps.
 */
export const slotOf = ({
  startsAt,
  durationMinutes,
  bufferBeforeMinutes,
  bufferAfterMinutes,
}: SlotTimes): Slot => {
  const after = (minutes: number) => new Date(startsAt.getTime() + minutes * 60_000)
  return {
    startsAt,
    endsAt: after(durationMinutes),
    busyFrom: after(-bufferBeforeMinutes),
    busyUntil: after(durationMinutes + bufferAfterMinutes),
  }
}

/** The length and the buffers of a slot. */
export const lengthOf = ({ startsAt, endsAt, busyFrom, busyUntil }: Slot) => {
  const minutesBetween = (from: Date, until: Date) => (until.getTime() - from.getTime()) / 60_000
  return {
    durationMinutes: minutesBetween(startsAt, endsAt),
    bufferBeforeMinutes: minutesBetween(busyFrom, startsAt),
    bufferAfterMinutes: minutesBetween(endsAt, busyUntil),
  }
}

interface SlotHolder {
  status: AppointmentStatus
  providerId: string
  startsAt: Date
}

/** Whether a change frees the slot, because the booking ends or has another time or provider. */
export const leavesSlot = (before: SlotHolder, after: SlotHolder): boolean =>
  takesSlot(before.status) &&
  (!takesSlot(after.status) ||
    before.providerId !== after.providerId ||
    before.startsAt.getTime() !== after.startsAt.getTime())
