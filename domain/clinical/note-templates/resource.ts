import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const noteTemplates = defineResource({
  permissions: {
    'note-templates': {
      about: 'templates of session notes',
      withoutFreshProof: DAILY_SETTINGS,
      roles: {
        read: ['THERAPIST', 'EARLY_INTERVENTION_COORDINATOR', 'READ_ONLY'],
        write: ['ADMINISTRATOR', 'SUPERVISOR'],
      },
      scopes: { sessions: ['read'], admin: ['read', 'write'] },
    },
  },
  records: {
    noteTemplate: {
      prefix: 'ntp',
      table: 'note_templates',
      referable: true,
      audit: ['discipline', 'format', 'archivedAt'],
    },
  },
  tables: {
    note_templates: { withoutPersonalData: CENTRE },
  },
})
