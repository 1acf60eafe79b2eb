import { via } from '#vocabulary/condition.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { clinical, ofChild, ofClient } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

const program = via('program_id', 'early_intervention_programs', ofChild)

export const ifsps = defineResource({
  records: {
    ifsp: {
      prefix: 'ifs',
      table: 'ifsps',
      readBy: 'early-intervention',
      audit: [
        'programId',
        'number',
        'kind',
        'status',
        'meetingOn',
        'coordinatorId',
        'changes',
        'contentHash',
        'presentedAt',
        'askedAt',
        'signedAt',
      ],
    },
    ifspSignature: {
      prefix: 'isg',
      table: 'ifsp_signatures',
      readBy: 'early-intervention',
      audit: [
        'ifspId',
        'role',
        'clientId',
        'providerId',
        'channel',
        'declinedServices',
        'signedOn',
        'actorId',
        'contentHash',
        'keyId',
        'signature',
      ],
    },
  },
  tables: {
    ifsps: { child: of(program, clinical), nonPersonalColumns: ['content_hash', 'changes'] },
    ifsp_signatures: {
      child: of(via('ifsp_id', 'ifsps', program), clinical),
      client: of(ofClient, empty('CLINICAL', 'signed_name')),
      nonPersonalColumns: [
        'actor_id',
        'role',
        'content_hash',
        'key_id',
        'signature',
        'declined_services',
        'channel',
      ],
    },
  },
  constraints: {
    ifsps_one_open: {
      code: 'already_exists',
      message:
        'The program already has a plan that is a draft or waits for signatures. Finish or withdraw it first.',
    },
  },
})
