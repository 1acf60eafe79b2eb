import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const legalEntities = defineResource({
  permissions: {
    'legal-entities': {
      about: 'legal entities that issue the centre’s invoices',
      centreOnly: ['write'],
      freshProof: true,
      roles: { read: ['SCHEDULER', 'READ_ONLY', 'BILLER'], write: ['ADMINISTRATOR'] },
      scopes: { payments: ['read'], admin: ['read', 'write'] },
    },
  },
  records: {
    legalEntity: {
      prefix: 'len',
      table: 'legal_entities',
      referable: true,
      audit: ['numberPrefix', 'vatId', 'taxNumber', 'dunningLevels', 'archivedAt'],
    },
  },
  tables: {
    legal_entities: { withoutPersonalData: CENTRE },
  },
  constraints: {
    legal_entities_prefix: {
      code: 'already_exists',
      path: 'numberPrefix',
      message: 'Another legal entity uses this prefix or used it before. Choose another prefix.',
    },
  },
})
