import { claimEntry } from '#messaging/worklist/claim-entry.ts'
import { countWorklist } from '#messaging/worklist/count-worklist.ts'
import { handOverEntry } from '#messaging/worklist/hand-over-entry.ts'
import { kindOfEntry } from '#messaging/worklist/kind-of-entry.ts'
import { listWorklist } from '#messaging/worklist/list-worklist.ts'
import { releaseEntry } from '#messaging/worklist/release-entry.ts'
import {
  HandOverWorklistEntry,
  SnoozeWorklistEntry,
  WorklistCountQuery,
  WorklistCounts,
  WorklistEntry,
  WorklistEntryRef,
  WorklistQuery,
} from '#messaging/worklist/schemas.ts'
import { snoozeEntry } from '#messaging/worklist/snooze-entry.ts'
import { unsnoozeEntry } from '#messaging/worklist/unsnooze-entry.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import type { Waiting } from '#platform/core/records/define-waiting.ts'
import { WORKLIST } from '#registry/worklist.ts'
import { exampleId } from '#platform/core/records/ids.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, pageOf } from '../../http/shapes.ts'

/** The permission to read the record of an entry, which decides in which sight the call is made. */
const toSee = ({ body: { entryId } }: { body: { entryId: string } }): readonly Permission[] => {
  const declared = Object.entries<Waiting>(WORKLIST).find(([kind]) => kind === kindOfEntry(entryId))
  return declared ? [declared[1].reads] : []
}

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
  operation({
    id: 'claimWorklistEntry',
    method: 'post',
    path: '/v1/worklist/claim',
    tag,
    summary: 'Claim an entry of the worklist',
    description:
      'Shows the others that you deal with the entry. The claim ends with the entry: if its record waits anew later, the claim does not count.',
    permission: 'tasks:write',
    alsoNeeds: toSee,
    body: WorklistEntryRef,
    status: 200,
    response: WorklistEntry,
    example: { claimedBy: exampleId('user'), claimedAt: EXAMPLE_INSTANT },
    errors: ['not_found', 'invalid_transition'],
    run: (ctx, { body }) => claimEntry(ctx, body.entryId),
  }),
  operation({
    id: 'releaseWorklistEntry',
    method: 'post',
    path: '/v1/worklist/release',
    tag,
    summary: 'Release an entry of the worklist',
    description: 'Ends a claim, also the claim of another person.',
    permission: 'tasks:write',
    alsoNeeds: toSee,
    body: WorklistEntryRef,
    status: 200,
    response: WorklistEntry,
    errors: ['not_found'],
    run: (ctx, { body }) => releaseEntry(ctx, body.entryId),
  }),
  operation({
    id: 'handOverWorklistEntry',
    method: 'post',
    path: '/v1/worklist/hand-over',
    tag,
    summary: 'Hand over an entry of the worklist',
    description:
      'Names the person or the role that the entry waits for, and ends its claim. A task is reassigned, and its new assignee gets an e-mail. Handing over gives nobody rights: only people who may read the record see the entry.',
    permission: 'tasks:write',
    alsoNeeds: toSee,
    body: HandOverWorklistEntry,
    status: 200,
    response: WorklistEntry,
    errors: ['not_found', 'invalid_reference'],
    events: ['task.assigned'],
    run: (ctx, { body }) => handOverEntry(ctx, body),
  }),
  operation({
    id: 'snoozeWorklistEntry',
    method: 'post',
    path: '/v1/worklist/snooze',
    tag,
    summary: 'Snooze an entry of the worklist',
    description:
      'Leaves the entry out of the list for everybody until then. Its due date stays, and a record that waits anew is listed again.',
    permission: 'tasks:write',
    alsoNeeds: toSee,
    body: SnoozeWorklistEntry,
    status: 200,
    response: WorklistEntry,
    example: { snoozeEndsAt: EXAMPLE_INSTANT, snoozeReason: 'The office is closed until then.' },
    errors: ['not_found'],
    run: (ctx, { body }) => snoozeEntry(ctx, body),
  }),
  operation({
    id: 'unsnoozeWorklistEntry',
    method: 'post',
    path: '/v1/worklist/unsnooze',
    tag,
    summary: 'Unsnooze a worklist entry',
    description: 'The entry is listed again before its snooze ends. Claims and assignees stay.',
    permission: 'tasks:write',
    alsoNeeds: toSee,
    body: WorklistEntryRef,
    status: 200,
    response: WorklistEntry,
    errors: ['not_found'],
    run: (ctx, { body }) => unsnoozeEntry(ctx, body.entryId),
  }),
]
