import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const payload = z.strictObject({
  userId: idOf('user'),
  roles: z.array(z.string()).meta({
    description: "The platform's roles by name, the centre's own by id.",
  }),
  providerId: idOf('provider')
    .exactOptional()
    .meta({ description: 'The provider that the user is.' }),
  locationIds: z.array(idOf('location')).meta({
    description: 'The locations that the user is bound to; empty: the whole centre.',
  }),
})
const example = {
  userId: exampleId('user'),
  roles: ['THERAPIST'],
  providerId: exampleId('provider'),
  locationIds: [],
}

export const userEvents = defineEvents({
  'user.invited': defineEvent({
    description: 'Somebody was invited to work in the centre.',
    payload,
    example,
  }),
  'user.activated': defineEvent({
    description:
      'A user accepted the invitation, or signed in through an identity provider for the first time: the person can sign in.',
    payload,
    example,
  }),
  'user.deactivated': defineEvent({
    description: 'A user was deactivated: they cannot sign in, and all their sessions have ended.',
    payload,
    example,
  }),
  'user.reactivated': defineEvent({
    description: 'A deactivated user can sign in again.',
    payload,
    example,
  }),
})

/** Members that all events about users have in common. */
export const userFacts = (row: {
  id: string
  roles: string[]
  providerId: string | null
  locationIds: string[]
}) => ({
  userId: row.id,
  roles: row.roles,
  ...(row.providerId && { providerId: row.providerId }),
  locationIds: row.locationIds,
})
