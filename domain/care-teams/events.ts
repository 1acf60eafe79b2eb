import { z } from 'zod'
import { exampleId, idOf } from '../core/ids.ts'
import { defineEvent } from '../events/define-event.ts'

export const careTeamEvents = {
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
} as const
