import type { Notice } from '#messaging/messages/templates/appointment-notice.ts'
import type { AppointmentStatus } from '../slots/appointment-status.ts'

/** What one person was told about an appointment. */
export interface Told {
  /** Whether a message about it was sent, or is about to be. */
  isTold: boolean
  /** Whether a message may have been sent, although its delivery is not on record. */
  maybe: boolean
  /** The time and place they were told last; null if that is not on record. */
  startsAt: Date | null
  locationId: string | null
  /** Whether their calendar has it. */
  hasEntry: boolean
}

export const NOT_TOLD: Told = {
  isTold: false,
  maybe: false,
  startsAt: null,
  locationId: null,
  hasEntry: false,
}

/** The time and the place of an appointment. */
interface Place {
  startsAt: Date
  locationId: string
}

export interface NoticeFacts extends Place {
  status: AppointmentStatus
  /** Where it was when it was booked; null if it was never moved. */
  original: Place | null
  /** Which notices are sent to people who were not told of the appointment. */
  sends: Readonly<Record<Notice, boolean>>
}

/** Why nobody needs a notice, or why it is not sent. */
export type NoNotice = 'KNOWN' | 'NOT_TOLD' | 'TURNED_OFF'

export const NO_NOTICE: Readonly<Record<NoNotice, string>> = {
  KNOWN: 'they know this time and place',
  NOT_TOLD: 'they were not told of the appointment',
  TURNED_OFF: 'the centre does not send notices of this kind',
}

const CALLED_OFF: ReadonlySet<AppointmentStatus> = new Set(['CANCELLED', 'ENTERED_IN_ERROR'])

/**
 * The notice that one person needs now. What corrects an earlier message is always sent. A person who was
 * told nothing gets what the centre sends. An appointment that is called off, or back at its place, before anybody
 * was told, is not mentioned. Pure.
 */
export const noticeFor = (
  { status, original, sends, ...now }: NoticeFacts,
  told: Told,
): { notice: Notice } | { none: NoNotice } => {
  const wasTold = told.isTold || told.maybe
  if (CALLED_OFF.has(status)) {
    if (wasTold) return { notice: 'cancelled' }
    if (sends.booked || status === 'ENTERED_IN_ERROR') return { none: 'NOT_TOLD' }
    return sends.cancelled ? { notice: 'cancelled' } : { none: 'TURNED_OFF' }
  }
  if (told.isTold) return isAt(now, told) ? { none: 'KNOWN' } : { notice: 'moved' }
  if (sends.booked) return { notice: 'booked' }
  if (told.maybe) return { notice: 'moved' }
  if (!original || isAt(now, original)) return { none: original ? 'KNOWN' : 'TURNED_OFF' }
  return sends.moved ? { notice: 'moved' } : { none: 'TURNED_OFF' }
}

const isAt = (
  now: Place,
  { startsAt, locationId }: { startsAt: Date | null; locationId: string | null },
): boolean => startsAt?.getTime() === now.startsAt.getTime() && locationId === now.locationId
