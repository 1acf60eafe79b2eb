import { PRICES } from '#vocabulary/fresh-proof.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { ofClient } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const payers = defineResource({
  permissions: {
    payers: {
      about: 'payers: clients, insurers, schools and state programs, with their terms',
      ofPersons: true,
      centreOnly: ['write'],
      withoutFreshProof: PRICES,
      roles: {
        read: [
          'SCHEDULER',
          'THERAPIST',
          'SUPERVISOR',
          'EARLY_INTERVENTION_COORDINATOR',
          'READ_ONLY',
        ],
        write: ['ADMINISTRATOR', 'BILLER'],
      },
      scopes: { payments: ['read', 'write'] },
    },
  },
  records: {
    payer: {
      prefix: 'pyr',
      table: 'payers',
      referable: true,
      announced: {
        events: ['created', 'updated', 'archived', 'restored'],
        optionalIds: ['clientId'],
        example: 'daysUntilDue',
      },
      audit: ['kind', 'clientId', 'daysUntilDue', 'archivedAt'],
    },
  },
  tables: {
    payers: {
      client: of(ofClient, empty('FINANCIAL', 'tax_id', 'e_invoice_address')),
      // The row of a client has no such values; the client's record has them.
      nonPersonalColumns: ['kind', 'name', 'email', 'address'],
    },
  },
  constraints: {
    payers_client: {
      code: 'already_exists',
      path: 'clientId',
      message: 'This client already has a payer record.',
    },
    payers_name: {
      code: 'already_exists',
      path: 'name',
      message: 'A payer with this name already exists.',
    },
  },
})
