import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { via } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { clinical, ofChild } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

const report = via('report_id', 'clinical_reports', ofChild)

export const reports = defineResource({
  permissions: {
    'clinical-reports': {
      about: 'progress reports and discharge summaries, and their signatures',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: { read: ['READ_ONLY'], write: ['THERAPIST', 'SUPERVISOR'] },
      scopes: { sessions: ['read', 'write'] },
    },
  },
  records: {
    clinicalReport: {
      prefix: 'rpt',
      table: 'clinical_reports',
      audit: [
        'childId',
        'kind',
        'status',
        'providerId',
        'startsOn',
        'endsOn',
        'replacesId',
        'revision',
        'supervisorId',
        'signedAt',
      ],
    },
    clinicalReportSignature: {
      prefix: 'rsg',
      table: 'clinical_report_signatures',
      audit: [
        'reportId',
        'revision',
        'role',
        'actorId',
        'providerId',
        'onBehalf',
        'delegatedById',
        'contentHash',
        'keyId',
        'signature',
        'signedAt',
      ],
    },
  },
  tables: {
    clinical_reports: { child: of(ofChild, clinical) },
    clinical_report_signatures: { child: of(report, clinical) },
  },
})
