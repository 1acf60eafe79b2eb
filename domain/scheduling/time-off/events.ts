import { z } from 'zod'
import type { TimeOff as TimeOffModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { instantText, utc } from '#platform/core/time/time.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const members = {
  timeOffId: idOf('timeOff'),
  providerId: idOf('provider'),
  startsAt: instantText.meta({ description: 'When the absence begins, in UTC.' }),
  endsAt: instantText.meta({ description: 'When the absence ends, in UTC.' }),
}

const example = {
  timeOffId: exampleId('timeOff'),
  providerId: exampleId('provider'),
  startsAt: '2026-12-21T07:00:00.000Z',
  endsAt: '2026-12-24T17:00:00.000Z',
}

/** Members that all events about time off have in common. */
export const timeOffFacts = ({ id, providerId, startsAt, endsAt }: TimeOffModel) => ({
  timeOffId: id,
  providerId,
  startsAt: utc(startsAt),
  endsAt: utc(endsAt),
})

export const timeOffEvents = defineEvents({
  'time_off.approved': defineEvent({
    description:
      'Time off of a provider was approved. Nothing can be booked with the provider in that time.',
    payload: z.strictObject({
      ...members,
      affected: z.int().meta({ description: 'Number of future appointments in the time off.' }),
    }),
    example: { ...example, affected: 2 },
  }),
  'time_off.cancelled': defineEvent({
    description: 'Requested or approved time off was cancelled.',
    payload: z.strictObject(members),
    example,
  }),
})
