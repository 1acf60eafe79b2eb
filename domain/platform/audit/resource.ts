import { defineResource } from '#vocabulary/resource.ts'

export const audit = defineResource({
  permissions: {
    audit: {
      about: 'the audit trail of the centre',
      centreOnly: ['read'],
      roles: { read: ['ADMINISTRATOR', 'AUDITOR'] },
      scopes: { audit: ['read'] },
    },
  },
  records: {
    auditEntry: { prefix: 'aud', table: 'audit_entries' },
    auditSeal: { prefix: 'sel', table: 'audit_seals' },
    request: { prefix: 'req' },
  },
  tables: {
    audit_entries: {
      withoutPersonalData:
        'who did what, with ids only; GET /v1/children/{id}/disclosures shows a child’s entries',
      derived: {
        columns: ['changes'],
        from: 'the record that was changed',
        takes: [],
        because: 'has only members without free text, by `audit` of each record',
      },
    },
    audit_seals: { withoutPersonalData: 'seals' },
    audit_heads: { withoutPersonalData: 'seals' },
  },
})
