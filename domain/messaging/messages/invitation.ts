import ical, { ICalAttendeeRole, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { MailAttachment } from '#providers/mail/index.ts'
import { longTime, zoneName } from '../locales/times.ts'
import { textsOf } from '../locales/texts-of.ts'
import { PRODUCT, uidOf } from './icalendar.ts'
import type { Language } from '../locales/languages.ts'
import type { Envelope } from './templates/define-template.ts'

export interface Invitation {
  appointmentId: string
  startsAt: string
  endsAt: string
  /** The zone of the place, in which the description states the time. */
  timeZone: string
  locationName: string
  /** The link to a video visit. */
  meetingUrl: string | null
  /** The appointment's version. The highest one is valid. */
  sequence: number
  cancelled: boolean
}

/**
 * Lets a calendar program add or remove an appointment (iTIP, RFC 5546). Another invitation for the same
 * appointment replaces it: same UID, higher SEQUENCE.
 */
export const invitation = (
  entry: Invitation,
  language: Language,
  envelope: Envelope,
): MailAttachment => {
  const { CANCEL, REQUEST } = ICalCalendarMethod
  return calendarOf([entry], entry.cancelled ? CANCEL : REQUEST, language, envelope)
}

/** Several appointments in one file. An invitation could have only one, so they are published. */
export const calendarEntries = (
  entries: readonly Invitation[],
  language: Language,
  envelope: Envelope,
): MailAttachment => calendarOf(entries, ICalCalendarMethod.PUBLISH, language, envelope)

const calendarOf = (
  entries: readonly Invitation[],
  method: ICalCalendarMethod,
  language: Language,
  envelope: Envelope,
): MailAttachment => {
  const calendar = ical({ prodId: PRODUCT, method })
  for (const entry of entries) calendar.createEvent(eventOf(entry, method, language, envelope))
  return {
    filename: 'invite.ics',
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: calendar.toString(),
  }
}

const eventOf = (
  {
    appointmentId,
    startsAt,
    endsAt,
    timeZone,
    locationName,
    meetingUrl,
    sequence,
    cancelled,
  }: Invitation,
  method: ICalCalendarMethod,
  language: Language,
  { centre, from, to, host, sentAt }: Envelope,
) => ({
  id: uidOf(appointmentId, host),
  sequence,
  stamp: sentAt,
  start: new Date(startsAt),
  end: new Date(endsAt),
  status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  summary: `${textsOf('pages', 'calendar', language)('appointment')}, ${centre}`,
  description: `${longTime(startsAt, timeZone, language)} (${zoneName(startsAt, timeZone, language)})`,
  location: meetingUrl ?? locationName,
  ...(meetingUrl !== null && { url: meetingUrl }),
  organizer: { name: centre, email: from },
  // Only an invitation has attendees.
  ...(method !== ICalCalendarMethod.PUBLISH && {
    attendees: [{ email: to, rsvp: false, role: ICalAttendeeRole.REQ }],
  }),
})
