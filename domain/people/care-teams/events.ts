import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const careTeamEvents = defineEvents({
  'care_team.changed': defineEvent({
    description: 'A provider joined or left a child’s care team.',
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
  }),
})
