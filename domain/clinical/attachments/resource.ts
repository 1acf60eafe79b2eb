import { defineResource } from '#vocabulary/resource.ts'
import { of, remove } from '#vocabulary/erasing.ts'
import { ofChild } from '#vocabulary/person-table.ts'

export const attachments = defineResource({
  permissions: {
    attachments: {
      about: 'files of a child',
      ofPersons: true,
      roles: {
        read: ['READ_ONLY'],
        write: ['THERAPIST', 'SUPERVISOR', 'EARLY_INTERVENTION_COORDINATOR'],
      },
      scopes: { sessions: ['read', 'write'] },
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
  },
  tables: {
    attachments: {
      child: of(
        ofChild,
        remove('AT_ONCE', { where: (row) => `${row}.status <> 'READY'`, files: true }),
        remove('CLINICAL', { files: true }),
      ),
      movesWithChild: true,
    },
  },
})
