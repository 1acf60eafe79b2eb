import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { is } from '#vocabulary/condition.ts'
import { empty, of } from '#vocabulary/erasing.ts'

export const clients = defineResource({
  permissions: {
    clients: {
      about: 'clients: guardians and other adults, with their contact details',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['THERAPIST', 'SUPERVISOR', 'BILLER', 'MARKETPLACE_MANAGER', 'READ_ONLY'],
        write: ['ADMINISTRATOR', 'SCHEDULER', 'EARLY_INTERVENTION_COORDINATOR'],
      },
      scopes: { clients: ['read', 'write'] },
    },
  },
  records: {
    client: {
      prefix: 'cli',
      table: 'clients',
      referable: true,
      announced: { events: ['created', 'updated', 'archived', 'restored'], example: 'email' },
      audit: ['locationId', 'archivedAt', 'restrictedAt', 'dryRun'],
    },
  },
  tables: {
    clients: {
      client: of(
        is('id'),
        empty('AT_ONCE', 'email', 'phone', 'language', 'custom_fields'),
        empty('FINANCIAL', 'address'),
        empty('LAST', 'name'),
      ),
      allowedWhileRestricted: 'is marked as restricted',
    },
  },
})
