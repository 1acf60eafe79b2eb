import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { of, remove } from '#vocabulary/erasing.ts'
import { ofChild, REMOVED_BY_CENTRE } from '#vocabulary/person-table.ts'

export const attachments = defineResource({
  permissions: {
    attachments: {
      about: 'files of a child',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['READ_ONLY'],
        write: ['THERAPIST', 'SUPERVISOR', 'EARLY_INTERVENTION_COORDINATOR'],
      },
      scopes: { sessions: ['read', 'write'] },
    },
    'provider-documents': {
      about: 'documents of providers, and the forms that they answer',
      // Callers bound to a provider see only their own documents.
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['THERAPIST', 'SUPERVISOR'],
        write: ['ADMINISTRATOR', 'MARKETPLACE_MANAGER'],
      },
      scopes: { providers: ['read', 'write'] },
    },
  },
  records: {
    attachment: {
      prefix: 'fil',
      table: 'attachments',
      audit: [
        'childId',
        'sessionId',
        'contentType',
        'status',
        'sizeBytes',
        'sha256',
        'uploadedAt',
        'removedAt',
        'createdBy',
        'link',
        'until',
      ],
    },
    providerDocument: {
      prefix: 'pdc',
      table: 'attachments',
      readBy: 'provider-documents',
      audit: [
        'providerId',
        'contentType',
        'status',
        'sizeBytes',
        'sha256',
        'uploadedAt',
        'removedAt',
        'createdBy',
        'link',
        'until',
      ],
    },
  },
  tables: {
    attachments: {
      child: of(
        ofChild,
        remove('AT_ONCE', { where: (row) => `${row}.status <> 'READY'`, files: true }),
        remove('CLINICAL', { files: true }),
      ),
      ofProvider: REMOVED_BY_CENTRE,
      movesWithChild: true,
    },
  },
})
