import { countWorklist } from '#messaging/worklist/count-worklist.ts'
import { listWorklist } from '#messaging/worklist/list-worklist.ts'
import {
  WorklistCountQuery,
  WorklistCounts,
  WorklistEntry,
  WorklistQuery,
} from '#messaging/worklist/schemas.ts'
import { operation } from '../../http/operation.ts'
import { pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Worklist',
  about:
    'One list of what waits for a person: tasks, follow-up steps that ask, and records that somebody must approve, sign, check or repair.',
}

export const worklistOperations = [
  operation({
    id: 'listWorklist',
    method: 'get',
    path: '/v1/worklist',
    tag,
    summary: 'List the worklist',
    description:
      'Lists open tasks, follow-up steps that need a person, and records in a state that only a person can end, sorted by due date. An entry leaves the list when its matter is settled; a step also when somebody acknowledges it (`acknowledgeFollowUpStep`). You see only entries about records that you are allowed to read.',
    permission: 'tasks:read',
    query: WorklistQuery,
    status: 200,
    response: pageOf(WorklistEntry),
    run: (ctx, { query }) => listWorklist(ctx, query),
  }),
  operation({
    id: 'countWorklist',
    method: 'get',
    path: '/v1/worklist/counts',
    tag,
    summary: 'Count the worklist',
    description: 'The number of entries of each kind, with the same filters as the list.',
    permission: 'tasks:read',
    query: WorklistCountQuery,
    status: 200,
    response: WorklistCounts,
    run: (ctx, { query }) => countWorklist(ctx, query),
  }),
]
