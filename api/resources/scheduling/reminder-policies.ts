import { createReminderPolicy } from '#scheduling/reminder-policies/create-reminder-policy.ts'
import { patchReminderPolicy } from '#scheduling/reminder-policies/patch-reminder-policy.ts'
import {
  getReminderPolicy,
  listReminderPolicies,
  ReminderPolicyQuery,
} from '#scheduling/reminder-policies/queries.ts'
import { reminderPolicyRecord } from '#scheduling/reminder-policies/record.ts'
import {
  ReminderPolicy,
  CreateReminderPolicy,
  PatchReminderPolicy,
} from '#scheduling/reminder-policies/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Reminder policies',
  about: 'When and in which language guardians are reminded of appointments.',
}
const params = idParam('reminderPolicy')

export const reminderPolicyOperations = [
  operation({
    id: 'createReminderPolicy',
    method: 'post',
    path: '/v1/reminder-policies',
    tag,
    summary: 'Create a reminder policy',
    description:
      'A policy applies to a guardian, a service or the centre. If a member is null, its value comes from the next level: guardian, service, centre, then the message settings.',
    permission: 'reminder-policies:write',
    body: CreateReminderPolicy,
    status: 201,
    response: ReminderPolicy,
    errors: ['already_exists', 'invalid_reference'],
    run: (ctx, { body }) => createReminderPolicy(ctx, body),
  }),
  operation({
    id: 'listReminderPolicies',
    method: 'get',
    path: '/v1/reminder-policies',
    tag,
    summary: 'List reminder policies',
    description:
      'Newest first. The most specific policy applies: the guardian’s policy, then the service’s, then the centre’s.',
    permission: 'reminder-policies:read',
    query: ReminderPolicyQuery,
    status: 200,
    response: pageOf(ReminderPolicy),
    run: (ctx, { query }) => listReminderPolicies(ctx, query),
  }),
  operation({
    id: 'getReminderPolicy',
    method: 'get',
    path: '/v1/reminder-policies/{id}',
    tag,
    summary: 'Retrieve a reminder policy',
    description: 'Returns when reminders are sent, how, and in which language.',
    permission: 'reminder-policies:read',
    params,
    status: 200,
    response: ReminderPolicy,
    errors: ['not_found'],
    run: (ctx, { params }) => getReminderPolicy(ctx, params),
  }),
  operation({
    id: 'patchReminderPolicy',
    method: 'patch',
    path: '/v1/reminder-policies/{id}',
    tag,
    summary: 'Change a reminder policy',
    description:
      'Appointments use the changed policy from their next planned step on. Reminders already sent are not affected.',
    permission: 'reminder-policies:write',
    params,
    body: PatchReminderPolicy,
    status: 200,
    response: ReminderPolicy,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) =>
      patchReminderPolicy(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(reminderPolicyRecord, {
    path: '/v1/reminder-policies/{id}',
    tag,
    noun: 'a reminder policy',
    response: ReminderPolicy,
    restoreErrors: ['already_exists'],
  }),
]
