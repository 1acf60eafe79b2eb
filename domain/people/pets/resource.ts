import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { of } from '#vocabulary/erasing.ts'
import { ofClient, atOnce } from '#vocabulary/person-table.ts'

export const pets = defineResource({
  permissions: {
    pets: {
      about: 'pets of clients',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['SUPERVISOR', 'EARLY_INTERVENTION_COORDINATOR', 'READ_ONLY'],
        write: ['ADMINISTRATOR', 'SCHEDULER', 'THERAPIST'],
      },
      scopes: { clients: ['read', 'write'] },
    },
  },
  records: {
    pet: { prefix: 'pet', table: 'pets', audit: ['clientId', 'archivedAt'] },
  },
  tables: {
    pets: { client: of(ofClient, atOnce) },
  },
})
