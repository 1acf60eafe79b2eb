import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { via } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { ofChild, ofClient, clinical, keptWithChildRecord } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

const program = via('program_id', 'early_intervention_programs', ofChild)

export const familyCheckIns = defineResource({
  permissions: {
    'family-check-ins': {
      about: 'check-ins with families, and their answers',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['THERAPIST', 'SUPERVISOR', 'READ_ONLY'],
        write: ['EARLY_INTERVENTION_COORDINATOR'],
      },
      scopes: { children: ['read', 'write'] },
    },
  },
  records: {
    familyCheckIn: {
      prefix: 'cki',
      table: 'family_check_ins',
      audit: [
        'programId',
        'clientId',
        'channel',
        'answeredOn',
        'servicesReceived',
        'callWanted',
        'questionSetId',
        'worrying',
        'acknowledgedAt',
        'acknowledgedBy',
      ],
    },
  },
  tables: {
    family_check_ins: { child: of(program, clinical), client: of(ofClient, keptWithChildRecord) },
  },
})
