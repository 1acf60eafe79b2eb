import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const member = {
  payload: z.strictObject({
    careTeamMemberId: idOf('careTeamMember'),
    childId: idOf('child'),
    providerId: idOf('provider'),
  }),
  example: {
    careTeamMemberId: exampleId('careTeamMember'),
    childId: exampleId('child'),
    providerId: exampleId('provider'),
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
