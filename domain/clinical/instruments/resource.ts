import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { CENTRE } from '#vocabulary/person-table.ts'

export const instruments = defineResource({
  permissions: {
    'assessment-instruments': {
      about: 'assessment instruments, their editions and norms',
      withoutFreshProof: DAILY_SETTINGS,
      roles: {
        read: ['THERAPIST', 'EARLY_INTERVENTION_COORDINATOR', 'READ_ONLY'],
        write: ['ADMINISTRATOR', 'SUPERVISOR'],
      },
      scopes: { sessions: ['read'], admin: ['read', 'write'] },
    },
  },
  records: {
    instrument: {
      prefix: 'ins',
      table: 'assessment_instruments',
      referable: true,
      audit: ['archivedAt', 'edition'],
    },
    instrumentEdition: {
      prefix: 'ied',
      table: 'instrument_editions',
      audit: ['instrumentId', 'edition', 'publishedBy'],
    },
  },
  tables: {
    assessment_instruments: { withoutPersonalData: CENTRE },
    instrument_editions: { withoutPersonalData: CENTRE },
  },
})
