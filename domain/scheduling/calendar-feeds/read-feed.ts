import ical, { ICalEventBusyStatus, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { createHash } from 'node:crypto'
import { textsOf } from '#messaging/locales/texts-of.ts'
import { PRODUCT, uidOf } from '#messaging/messages/icalendar.ts'
import { IS_BOOKED, type AppointmentStatus } from '../slots/appointment-status.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, processingIsRestricted } from '#platform/core/errors/errors.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import type { Language } from '#messaging/locales/languages.ts'
import type { Feed } from './find-feed.ts'
import type { FeedKind } from './schemas.ts'

const DAY_MINUTES = 24 * 60
/** The range of a calendar: a month back, a year ahead, and a maximum number of entries. */
const PAST_DAYS = 31
const AHEAD_DAYS = 366
const MAX_EVENTS = 5_000
/** How often a calendar program should load the feed. */
export const REFRESH_MINUTES = 15

/**
 * Formats a feed as iCalendar. It contains no type, service or note. A provider's feed shows the first letter
 * of the child's first name; a room's feed shows only when it is occupied, under separate ids. Instants are in
 * UTC, so that a repeated hour stays two hours (domain/scheduling/README.md).
 */
export const readFeed = (ctx: Context, feed: Feed, host: string): Promise<string> =>
  read(ctx, 'appointments:read', async (reader) => {
    const [subject] = await reader.sql<Subject>(SUBJECT[feed.kind], [feed.tenantId, feed.subjectId])
    if (feed.revokedAt || !subject)
      throw new DomainError(
        'link_revoked',
        'This calendar was revoked. Ask the centre for a new address.',
      )
    if (subject.restricted) throw processingIsRestricted('This calendar is paused')
    const { centre, timeZone, language } = await loadMessagingTerms(reader)
    const calendar = ical({
      name: subject.name === null ? centre : `${centre}: ${subject.name}`,
      prodId: PRODUCT,
      ttl: REFRESH_MINUTES * 60,
      x: { 'X-WR-TIMEZONE': timeZone },
    })
    for (const taken of await findTaken(reader, feed))
      calendar.createEvent(eventOf(taken, feed, language, host))
    return calendar.toString()
  })

const eventOf = (taken: Taken, feed: Feed, language: Language, host: string) => {
  const { id, status, startsAt, endsAt, busyFrom, busyUntil, updatedAt, version } = taken
  const common = {
    stamp: updatedAt,
    lastModified: updatedAt,
    sequence: version,
    transparency: ICalEventTransparency.OPAQUE,
    status:
      status === 'PENDING_CONFIRMATION' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    busystatus: ICalEventBusyStatus.BUSY,
  }
  const say = textsOf('pages', 'calendar', language)
  if (feed.kind === 'room')
    return {
      ...common,
      id: uidOf(pseudonymOf(feed, id), host),
      start: busyFrom,
      end: busyUntil,
      summary: say('taken'),
    }
  const where = [taken.locationName, ...(taken.roomName === null ? [] : [taken.roomName])]
  return {
    ...common,
    id: uidOf(id, host),
    start: startsAt,
    end: endsAt,
    summary:
      feed.kind === 'provider' && taken.initial !== null
        ? `${say('appointment')} ${taken.initial}.`
        : say('appointment'),
    location: taken.meetingUrl ?? where.join(', '),
    ...(taken.meetingUrl !== null && { url: taken.meetingUrl }),
  }
}

/** An id for the calendar of a room, which does not identify appointments, not even by id. */
const pseudonymOf = (feed: Feed, id: string): string =>
  createHash('sha256').update(`${feed.id}/${id}`).digest('hex').slice(0, 32)

interface Subject {
  /** Appended to the centre's name, unless it reveals a person. */
  name: string | null
  /** For a child whose data is restricted, programs keep the entries that they have. */
  restricted: boolean
}

/** Empty for an archived subject: a provider who has left cannot read the feed. */
const SUBJECT: Record<FeedKind, string> = {
  provider:
    'SELECT NULL AS name, false AS restricted FROM providers WHERE tenant_id = $1 AND id = $2 AND archived_at IS NULL',
  room: 'SELECT name, false AS restricted FROM rooms WHERE tenant_id = $1 AND id = $2 AND archived_at IS NULL',
  child: `SELECT NULL AS name, restricted_at IS NOT NULL AS restricted FROM children
    WHERE tenant_id = $1 AND id = $2 AND archived_at IS NULL`,
}

interface Taken {
  id: string
  status: AppointmentStatus
  startsAt: Date
  endsAt: Date
  busyFrom: Date
  busyUntil: Date
  updatedAt: Date
  version: number
  /** Null for a group or a restricted child. */
  initial: string | null
  locationName: string
  roomName: string | null
  /** The link to a video visit. */
  meetingUrl: string | null
}

const findTaken = (reader: Reader, { kind, subjectId }: Feed): Promise<Taken[]> =>
  reader.sql<Taken>(TAKEN[kind], [
    reader.tenantId,
    subjectId,
    addMinutes(reader.now, -PAST_DAYS * DAY_MINUTES),
    addMinutes(reader.now, AHEAD_DAYS * DAY_MINUTES),
    MAX_EVENTS,
  ])

/** A group is one event for its provider and its room; its places belong to their children. */
const takenBy = (column: string, which = 'a.group_id IS NULL') => `
  SELECT a.id, a.status, a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.busy_from AS "busyFrom",
         a.busy_until AS "busyUntil", a.updated_at AS "updatedAt", a.version, 
         CASE WHEN k.restricted_at IS NULL THEN left(k.first_name, 1) END AS initial,
         l.name AS "locationName", r.name AS "roomName",
         CASE a.modality WHEN 'TELEHEALTH' THEN COALESCE(a.meeting_url, p.meeting_url) END AS "meetingUrl"
  FROM appointments a
  LEFT JOIN children k ON k.tenant_id = a.tenant_id AND k.id = a.child_id
  JOIN providers p ON p.tenant_id = a.tenant_id AND p.id = a.provider_id
  JOIN locations l ON l.tenant_id = a.tenant_id AND l.id = a.location_id
  LEFT JOIN rooms r ON r.tenant_id = a.tenant_id AND r.id = a.room_id
  WHERE a.tenant_id = $1 AND a.${column} = $2 AND ${which} AND a.starts_at >= $3 AND a.starts_at < $4
    AND a.status IN ${IS_BOOKED}
  ORDER BY a.starts_at, a.id LIMIT $5`

const TAKEN: Record<FeedKind, string> = {
  provider: takenBy('provider_id'),
  room: takenBy('room_id'),
  child: takenBy('child_id', 'true'),
}
