import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const formTemplates = defineResource({
  permissions: {
    'form-templates': {
      about: 'form templates and their versions',
      withoutFreshProof: DAILY_SETTINGS,
      roles: {
        read: ['SCHEDULER', 'THERAPIST', 'EARLY_INTERVENTION_COORDINATOR', 'READ_ONLY'],
        write: ['ADMINISTRATOR', 'SUPERVISOR'],
      },
      scopes: { sessions: ['read'], admin: ['read', 'write'] },
    },
  },
  records: {
    formTemplate: {
      prefix: 'ftp',
      table: 'form_templates',
      referable: true,
      audit: ['publishedVersion', 'remindDaysBefore', 'validDays', 'archivedAt'],
    },
  },
  tables: {
    form_templates: { withoutPersonalData: CENTRE },
    form_template_versions: { withoutPersonalData: CENTRE },
  },
})
