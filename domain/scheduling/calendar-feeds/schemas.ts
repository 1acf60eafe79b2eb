import { z } from 'zod'
import type { CalendarFeed as CalendarFeedModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { SubjectType, subjectTypeOf } from '#platform/core/records/subject-type.ts'
import { utcOrNull } from '#platform/core/time/time.ts'

export type FeedKind = 'provider' | 'room' | 'child'

const subjectId = z
  .union([idOf('provider'), idOf('room'), idOf('child')], {
    error: `must be the ID of a provider, a room or a child, such as ${exampleId('provider')}`,
  })
  .meta({
    description: 'ID of the provider, room or child whose calendar it is.',
    example: exampleId('provider'),
  })

export const CalendarFeed = resourceSchema('CalendarFeed', {
  id: idOf('calendarFeed'),
  subjectType: SubjectType.meta({
    description: 'Whether the calendar is of a PROVIDER, a ROOM or a CHILD.',
    example: 'PROVIDER',
  }),
  subjectId,
  revokedAt: z.iso.datetime().nullable().meta({
    description:
      'When the feed was revoked, in UTC; null if it was not. Revoking is permanent: the address then returns 410.',
    example: null,
  }),
  ...recordMembers,
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

const created = CalendarFeed.extend({
  url: z.url().meta({
    description:
      'Address for calendar applications, returned only once; only its hash is stored. Anybody who has the address can read the calendar.',
    example: 'https://api.example.com/calendars/mNq0b3W7yR5tXk2vQ9sLfZ8cJ1hD4aGp6eUoTiYxKwE.ics',
  }),
})
export const CreatedCalendarFeed = resourceSchema('CreatedCalendarFeed', created.shape)
export type CreatedCalendarFeed = z.infer<typeof CreatedCalendarFeed>

export const CreateCalendarFeed = z
  .strictObject({ subjectId })
  .meta({ id: 'CreateCalendarFeed', example: { subjectId: exampleId('provider') } })
export type CreateCalendarFeed = z.infer<typeof CreateCalendarFeed>

/** The column, of three, that selects the appointments of a feed. */
export const feedOf = ({
  providerId,
  roomId,
  childId,
}: Pick<CalendarFeedModel, 'providerId' | 'roomId' | 'childId'>): {
  kind: FeedKind
  subjectId: string
} => {
  if (providerId !== null) return { kind: 'provider', subjectId: providerId }
  if (roomId !== null) return { kind: 'room', subjectId: roomId }
  return { kind: 'child', subjectId: childId! }
}

export const toCalendarFeed = (row: CalendarFeedModel): CalendarFeed => ({
  id: row.id,
  subjectType: subjectTypeOf(feedOf(row).kind),
  subjectId: feedOf(row).subjectId,
  revokedAt: utcOrNull(row.revokedAt),
  ...recordOf(row),
})
