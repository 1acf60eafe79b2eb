import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { mentionedIn } from '#vocabulary/mentions.ts'
import { atOnce, CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const leadForms = defineResource({
  permissions: {
    'lead-forms': {
      about: 'public forms by which families ask for a place',
      centreOnly: ['write'],
      withoutFreshProof: DAILY_SETTINGS,
      roles: {
        read: ['SCHEDULER', 'EARLY_INTERVENTION_COORDINATOR', 'READ_ONLY', 'AUDITOR'],
        write: ['ADMINISTRATOR', 'MARKETPLACE_MANAGER'],
      },
      scopes: { marketplace: ['read', 'write'] },
    },
  },
  records: {
    leadForm: {
      prefix: 'lfm',
      table: 'lead_forms',
      audit: ['active', 'locationId', 'questions', 'required', 'consentVersion'],
    },
    leadIntake: {
      prefix: 'lin',
      table: 'lead_intakes',
      audit: ['formId', 'language', 'expiresAt'],
    },
  },
  tables: {
    lead_forms: { withoutPersonalData: CENTRE },
    lead_intakes: {
      mentions: {
        ...mentionedIn(
          (row) =>
            `(SELECT string_agg(v #>> '{}', ' ') FROM jsonb_path_query(${row}.said, '$.*') v)`,
          () => 'false',
        ),
        erasing: [atOnce],
      },
      notFrozen: 'kept for a day, and not yet linked to a known person',
      derived: {
        columns: ['said'],
        from: 'what a family said on a form',
        takes: [],
        because: 'is read with leads:read, like the resulting lead',
      },
    },
  },
})
