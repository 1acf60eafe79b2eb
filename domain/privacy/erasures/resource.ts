import { defineResource } from '#vocabulary/resource.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { ofChild, ofClient } from '#vocabulary/person-table.ts'

export const erasures = defineResource({
  permissions: {
    erasures: {
      about: "erasures of a person's data",
      centreOnly: ['read', 'write'],
      freshProof: true,
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR'] },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    erasure: {
      prefix: 'ers',
      table: 'erasures',
      audit: [
        'childId',
        'clientId',
        'status',
        'createdBy',
        'graceDays',
        'approvedBy',
        'approvedAt',
        'approvedAlone',
        'startsAt',
        'startedAt',
        'retentionEndsAt',
        'completedAt',
        'cancelledAt',
        'stepsDone',
        'stepsTotal',
        'erased.*',
        'retained.*',
        'blockers.*',
        'recordIds',
        'dryRun',
      ],
    },
  },
  tables: {
    erasures: {
      child: of(ofChild, empty('LAST', 'reason', 'requester')),
      client: of(ofClient, empty('LAST', 'reason', 'requester')),
      nonPersonalColumns: [
        'created_by',
        'approved_by',
        'erased',
        'retained',
        'blockers',
        'record_ids',
      ],
      notFrozen: 'what is kept by law is deleted when its period ends',
      derived: {
        columns: ['erased', 'retained', 'blockers'],
        from: 'the records of the person',
        takes: [],
        because: 'has numbers by table, and codes',
      },
    },
  },
  constraints: {
    erasures_open_child: {
      code: 'already_exists',
      path: 'childId',
      message:
        'An erasure of this child is already pending. Cancel it, or wait until it is finished.',
    },
    erasures_open_client: {
      code: 'already_exists',
      path: 'clientId',
      message:
        'An erasure of this client is already pending. Cancel it, or wait until it is finished.',
    },
  },
})
