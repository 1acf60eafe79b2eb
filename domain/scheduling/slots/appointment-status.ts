export const AppointmentStatus = [
  'HELD',
  'PENDING_CONFIRMATION',
  'CONFIRMED',
  'CHECKED_IN',
  'IN_PROGRESS',
  'COMPLETED',
  'CANCELLED',
  'NO_SHOW',
  'DECLINED',
  'EXPIRED',
  'ENTERED_IN_ERROR',
] as const
export type AppointmentStatus = (typeof AppointmentStatus)[number]

/** Statuses of an active booking, and therefore of a taken place. */
export const BOOKED_STATUSES = [
  'PENDING_CONFIRMATION',
  'CONFIRMED',
  'CHECKED_IN',
  'IN_PROGRESS',
  'COMPLETED',
] as const satisfies AppointmentStatus[]

/** Statuses that occupy a slot, as in the exclusion constraints. */
const SLOT_STATUSES: readonly AppointmentStatus[] = ['HELD', ...BOOKED_STATUSES]

export const takesSlot = (status: AppointmentStatus): boolean => SLOT_STATUSES.includes(status)

const listed = (statuses: readonly AppointmentStatus[]) => `('${statuses.join("', '")}')`

/** The statuses that occupy a slot, for SQL: `status IN ${TAKES_SLOT}`. */
export const TAKES_SLOT = listed(SLOT_STATUSES)
export const IS_BOOKED = listed(BOOKED_STATUSES)
