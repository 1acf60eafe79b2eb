import { defineResource } from '#vocabulary/resource.ts'
import { of, remove } from '#vocabulary/erasing.ts'
import { ofChild, ofClient } from '#vocabulary/person-table.ts'

export const personExports = defineResource({
  permissions: {
    'person-exports': {
      about: 'copies of everything held about a person',
      centreOnly: ['read', 'write'],
      freshProof: true,
      programs: {
        in: 'ALL_CENTRES',
        because: 'it exports only what the caller may read, and the archive expires',
      },
      roles: { write: ['ADMINISTRATOR'] },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    personExport: {
      prefix: 'pex',
      table: 'person_exports',
      audit: [
        'childId',
        'clientId',
        'status',
        'requestedBy',
        'sectionsDone',
        'sectionsTotal',
        'sizeBytes',
        'sha256',
        'readyAt',
        'expiresAt',
        'link',
        'until',
      ],
    },
  },
  tables: {
    person_exports: {
      child: of(ofChild, remove('AT_ONCE', { files: true })),
      client: of(ofClient, remove('AT_ONCE', { files: true })),
      notFrozen: 'the right of access continues, Art. 15',
    },
  },
})
