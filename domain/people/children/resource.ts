import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { is } from '#vocabulary/condition.ts'
import { empty, of } from '#vocabulary/erasing.ts'

export const children = defineResource({
  permissions: {
    children: {
      about: 'children: name, birth date, referral, alerts',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['BILLER', 'READ_ONLY'],
        write: [
          'ADMINISTRATOR',
          'SCHEDULER',
          'THERAPIST',
          'SUPERVISOR',
          'EARLY_INTERVENTION_COORDINATOR',
        ],
      },
      scopes: { children: ['read', 'write'] },
    },
  },
  records: {
    child: {
      prefix: 'chd',
      table: 'children',
      referable: true,
      announced: { events: ['updated', 'archived', 'restored'], example: 'primaryProviderId' },
      audit: [
        'primaryProviderId',
        'locationId',
        'labelIds',
        'archivedAt',
        'restrictedAt',
        'dischargedAt',
        'mergedIntoId',
        'breakGlassGrantId',
        'dryRun',
        'merged',
      ],
    },
  },
  tables: {
    children: {
      child: of(
        is('id'),
        empty('AT_ONCE', 'alerts', 'label_ids'),
        empty('LAST', 'first_name', 'last_name', 'birth_date', 'funding_program', 'referral'),
      ),
      allowedWhileRestricted: 'is marked as restricted',
    },
  },
})
