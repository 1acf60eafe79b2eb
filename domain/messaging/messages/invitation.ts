import ical, { ICalAttendeeRole, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { MailAttachment } from '#providers/mail/index.ts'
import { textsOf } from '../locales/texts-of.ts'
import { PRODUCT, uidOf } from './icalendar.ts'
import type { Language } from '../locales/languages.ts'
import type { Envelope } from './templates/define-template.ts'

export interface Invitation {
  appointmentId: string
  startsAt: string
  endsAt: string
  locationName: string
  /** The appointment's version. The highest one is valid. */
  sequence: number
  cancelled: boolean
}

/**
 * Lets a calendar program add or remove an appointment (iTIP, RFC 5546). Another invitation for the same
 * appointment replaces it: same UID, higher SEQUENCE.
 */
export const invitation = (
  { appointmentId, startsAt, endsAt, locationName, sequence, cancelled }: Invitation,
  language: Language,
  { centre, from, to, host, sentAt }: Envelope,
): MailAttachment => {
  const method = cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST
  const calendar = ical({ prodId: PRODUCT, method })
  calendar.createEvent({
    id: uidOf(appointmentId, host),
    sequence,
    stamp: sentAt,
    start: new Date(startsAt),
    end: new Date(endsAt),
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: `${textsOf('pages', 'calendar', language)('appointment')}, ${centre}`,
    location: locationName,
    organizer: { name: centre, email: from },
    attendees: [{ email: to, rsvp: false, role: ICalAttendeeRole.REQ }],
  })
  return {
    filename: 'invite.ics',
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: calendar.toString(),
  }
}
