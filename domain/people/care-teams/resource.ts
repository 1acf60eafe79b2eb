import { defineResource } from '#vocabulary/resource.ts'
import { of } from '#vocabulary/erasing.ts'
import { ENDS, ofChild, clinical } from '#vocabulary/person-table.ts'

export const careTeams = defineResource({
  permissions: {
    'care-teams': {
      about: 'members of a child’s care team',
      ofPersons: true,
      freshProof: true,
      roles: {
        read: ['THERAPIST', 'READ_ONLY'],
        write: ['ADMINISTRATOR', 'SCHEDULER', 'SUPERVISOR', 'EARLY_INTERVENTION_COORDINATOR'],
      },
      scopes: { children: ['read', 'write'] },
    },
    caseloads: {
      about: 'the children that a provider works with, and why',
      roles: {
        read: [
          'ADMINISTRATOR',
          'SCHEDULER',
          'THERAPIST',
          'SUPERVISOR',
          'EARLY_INTERVENTION_COORDINATOR',
          'READ_ONLY',
        ],
      },
      scopes: { children: ['read'] },
    },
  },
  records: {
    careTeamMember: {
      prefix: 'ctm',
      table: 'care_team_members',
      audit: ['childId', 'providerId', 'role', 'startsAt', 'endsAt', 'addedBy'],
    },
  },
  tables: {
    care_team_members: {
      child: of(ofChild, clinical),
      movesWithChild: true,
      allowedWhileRestricted: ENDS,
    },
  },
})
