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
  /** The appointment's version: what has the higher one holds. */
  sequence: number
  cancelled: boolean
}

/**
 * What a calendar program takes an appointment from, or off (iTIP, RFC 5546). Sent again for the same
 * appointment it replaces what was sent before: the UID stays, the SEQUENCE grows.
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
