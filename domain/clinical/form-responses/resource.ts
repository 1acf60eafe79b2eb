import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { via } from '#vocabulary/condition.ts'
import { empty, of, remove } from '#vocabulary/erasing.ts'
import {
  ofChild,
  ofClient,
  clinical,
  KEPT_WITH_PROVIDER,
  keptWithChildRecord,
} from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const formResponses = defineResource({
  permissions: {
    'form-responses': {
      about: 'forms that families are asked to fill in, and their answers',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['READ_ONLY'],
        write: ['SCHEDULER', 'THERAPIST', 'SUPERVISOR', 'EARLY_INTERVENTION_COORDINATOR'],
      },
      scopes: { sessions: ['read', 'write'] },
    },
  },
  records: {
    formResponse: {
      prefix: 'frm',
      table: 'form_responses',
      audit: [
        'childId',
        'templateId',
        'templateVersion',
        'status',
        'requestedBy',
        'askedAt',
        'dueAt',
        'savedAt',
        'submittedAt',
        'submittedBy',
        'clientId',
      ],
    },
    providerForm: {
      prefix: 'pfm',
      table: 'form_responses',
      readBy: 'provider-documents',
      audit: [
        'providerId',
        'templateId',
        'templateVersion',
        'status',
        'requestedBy',
        'askedAt',
        'dueAt',
        'savedAt',
        'submittedAt',
        'submittedBy',
      ],
    },
    formSignature: {
      prefix: 'fsg',
      table: 'form_signatures',
      audit: ['responseId', 'actorId', 'clientId', 'contentHash', 'keyId', 'signature', 'signedAt'],
    },
  },
  tables: {
    form_responses: {
      child: of(
        ofChild,
        remove('AT_ONCE', { where: (row) => `${row}.status <> 'SUBMITTED'` }),
        clinical,
      ),
      client: of(ofClient, keptWithChildRecord),
      ofProvider: KEPT_WITH_PROVIDER,
      movesWithChild: true,
      allowedWhileRestricted: 'can be withdrawn',
    },
    form_signatures: {
      child: of(via('response_id', 'form_responses', ofChild), clinical),
      client: of(ofClient, empty('CLINICAL', 'signed_name')),
      nonPersonalColumns: ['actor_id', 'content_hash', 'key_id', 'signature'],
    },
  },
})
