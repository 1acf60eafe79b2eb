import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const payload = z.strictObject({
  userId: idOf('user'),
  roles: z.array(z.string()).meta({
    description: "The platform's roles by name, and the centre's own roles by ID.",
  }),
  providerId: idOf('provider')
    .exactOptional()
    .meta({ description: 'Provider linked to the user; null if there is none.' }),
  locationIds: z.array(idOf('location')).meta({
    description: 'Locations to which the user is limited; empty for the whole centre.',
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
    description: 'A person was invited to work in the centre.',
    payload,
    example,
  }),
  'user.activated': defineEvent({
    description:
      'A user accepted the invitation, or signed in through an identity provider for the first time, and can now sign in.',
    payload,
    example,
  }),
  'user.deactivated': defineEvent({
    description:
      'A user was deactivated. The user can no longer sign in, and all sessions of the user have ended.',
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
