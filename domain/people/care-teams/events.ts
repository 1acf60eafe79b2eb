import { z } from 'zod'
import type { CareTeamMember } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import { CareTeamRole } from './schemas.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const member = {
  payload: z.strictObject({
    careTeamMemberId: idOf('careTeamMember'),
    childId: idOf('child'),
    providerId: idOf('provider'),
    role: growing(z.enum(CareTeamRole))
      .exactOptional()
      .meta({ description: 'Role of the provider in the care team.' }),
    startsAt: z.iso
      .datetime()
      .exactOptional()
      .meta({ description: 'When the membership begins, in UTC.' }),
    endsAt: z.iso
      .datetime()
      .nullable()
      .exactOptional()
      .meta({ description: 'When the membership ends, in UTC; null if no end is planned.' }),
  }),
  example: {
    careTeamMemberId: exampleId('careTeamMember'),
    childId: exampleId('child'),
    providerId: exampleId('provider'),
    role: 'THERAPIST' as const,
    startsAt: '2026-11-21T09:30:00.000Z',
    endsAt: null,
  },
}

export const careTeamEvents = defineEvents({
  'care_team_member.added': defineEvent({
    description: 'A provider joined a child’s care team.',
    ...member,
  }),
  'care_team_member.ended': defineEvent({
    description: 'A provider left a child’s care team.',
    ...member,
  }),
})

/** Members that all events about care teams have in common. */
export const careTeamFacts = (row: CareTeamMember) => ({
  careTeamMemberId: row.id,
  childId: row.childId,
  providerId: row.providerId,
  role: row.role,
  startsAt: utc(row.startsAt),
  endsAt: utcOrNull(row.endsAt),
})
