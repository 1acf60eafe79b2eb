import { defineResource } from '#vocabulary/resource.ts'
import { of } from '#vocabulary/erasing.ts'
import { ofChild, clinical } from '#vocabulary/person-table.ts'

export const breakGlass = defineResource({
  permissions: {
    'break-glass': {
      about: "emergency access to a child outside one's caseload",
      freshProof: true,
      roles: { read: ['ADMINISTRATOR', 'AUDITOR'], write: ['THERAPIST', 'SUPERVISOR'] },
      scopes: { children: ['read', 'write'], sessions: ['write'] },
    },
    'break-glass-reviews': {
      about: 'reviewing such an access',
      centreOnly: ['read', 'write'],
      freshProof: true,
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR'] },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    breakGlassGrant: {
      prefix: 'bgg',
      table: 'break_glass_grants',
      audit: [
        'childId',
        'providerId',
        'requestedBy',
        'expiresAt',
        'endedAt',
        'reviewedAt',
        'reviewedBy',
        'approvedAlone',
        'justified',
      ],
    },
  },
  tables: {
    break_glass_grants: {
      child: of(ofChild, clinical),
      notFrozen: 'an emergency: break-glass access stays possible, and is reviewed',
    },
  },
  constraints: {
    break_glass_grants_child: {
      code: 'invalid_reference',
      path: 'childId',
      message: 'childId does not exist in this centre. Check the ID.',
    },
  },
})
