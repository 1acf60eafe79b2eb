import { defineResource } from '#vocabulary/resource.ts'
import { of, remove } from '#vocabulary/erasing.ts'
import { ofChild, ofClient } from '#vocabulary/person-table.ts'

const lifted = remove('LAST', { where: (row) => `${row}.lifted_at IS NOT NULL` })

export const processingRestrictions = defineResource({
  permissions: {
    'processing-restrictions': {
      about: "restrictions of processing of a person's data",
      centreOnly: ['read', 'write'],
      withoutFreshProof: 'pauses changes to a person’s data for a time; nothing is lost',
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR'] },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    processingRestriction: {
      prefix: 'rst',
      table: 'processing_restrictions',
      audit: [
        'childId',
        'clientId',
        'personId',
        'ground',
        'startedBy',
        'startedAt',
        'announcedAt',
        'liftsAt',
        'liftedAt',
        'liftedBy',
      ],
    },
  },
  tables: {
    processing_restrictions: {
      child: of(ofChild, lifted),
      client: of(ofClient, lifted),
      // For a restriction that is not lifted, this is the reason of an erasure, in our words.
      nonPersonalColumns: ['reason', 'lift_reason', 'notified_by', 'started_by', 'lifted_by'],
      notFrozen: 'itself',
    },
  },
  constraints: {
    processing_restrictions_open: {
      code: 'already_exists',
      path: 'childId',
      message: 'Processing of this person’s data is already restricted.',
    },
  },
})
