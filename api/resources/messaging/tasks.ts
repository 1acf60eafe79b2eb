import { cancelTask } from '#messaging/tasks/cancel-task.ts'
import { commentOnTask } from '#messaging/tasks/comment-on-task.ts'
import { completeTask } from '#messaging/tasks/complete-task.ts'
import { createTask } from '#messaging/tasks/create-task.ts'
import { listWorklist } from '#messaging/tasks/list-worklist.ts'
import { patchTask } from '#messaging/tasks/patch-task.ts'
import { getTask, listTasks, TaskQuery } from '#messaging/tasks/queries.ts'
import { reopenTask } from '#messaging/tasks/reopen-task.ts'
import { CloseTask, CommentOnTask, CreateTask, PatchTask, Task } from '#messaging/tasks/schemas.ts'
import { WorklistEntry, WorklistQuery } from '#messaging/tasks/worklist-schemas.ts'
import { CHANGE_ERRORS, TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Tasks',
  about:
    'Tasks for the people of the centre, and a worklist that also contains follow-up steps that need attention.',
}
const params = idParam('task')

export const taskOperations = [
  operation({
    id: 'createTask',
    method: 'post',
    path: '/v1/tasks',
    tag,
    summary: 'Create a task',
    description:
      'You can assign the task to a person or a role, or leave it unassigned. The user or provider to whom it is assigned gets an e-mail, which does not describe the task.',
    permission: 'tasks:write',
    body: CreateTask,
    status: 201,
    response: Task,
    errors: ['invalid_reference'],
    events: ['task.created', 'task.assigned'],
    run: (ctx, { body }) => createTask(ctx, body),
  }),
  operation({
    id: 'listTasks',
    method: 'get',
    path: '/v1/tasks',
    tag,
    summary: 'List tasks',
    description: 'Newest first. `GET /v1/worklist` also lists follow-up steps that need a person.',
    permission: 'tasks:read',
    query: TaskQuery,
    status: 200,
    response: pageOf(Task),
    run: (ctx, { query }) => listTasks(ctx, query),
  }),
  operation({
    id: 'getTask',
    method: 'get',
    path: '/v1/tasks/{id}',
    tag,
    summary: 'Retrieve a task',
    description: 'Returns the task with its comments, oldest first.',
    permission: 'tasks:read',
    params,
    status: 200,
    response: Task,
    errors: ['not_found'],
    run: (ctx, { params }) => getTask(ctx, params),
  }),
  operation({
    id: 'patchTask',
    method: 'patch',
    path: '/v1/tasks/{id}',
    tag,
    summary: 'Change a task',
    description: 'You can change only open tasks. A new assignee gets an e-mail.',
    permission: 'tasks:write',
    params,
    body: PatchTask,
    status: 200,
    response: Task,
    example: { dueAt: '2026-12-02T16:00:00.000Z', role: 'BILLER' },
    errors: [...TRANSITION_ERRORS, 'invalid_reference'],
    events: ['task.assigned'],
    run: (ctx, { params, body, version }) => patchTask(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'completeTask',
    method: 'post',
    path: '/v1/tasks/{id}/complete',
    tag,
    summary: 'Complete a task',
    description: 'Marks the task as done. You can record the result in a comment.',
    permission: 'tasks:write',
    params,
    body: CloseTask,
    bodyOptional: true,
    status: 200,
    response: Task,
    example: { status: 'DONE', closedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    events: ['task.done'],
    run: (ctx, { params, body, version }) => completeTask(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'cancelTask',
    method: 'post',
    path: '/v1/tasks/{id}/cancel',
    tag,
    summary: 'Cancel a task',
    description: 'Marks the task as no longer needed.',
    permission: 'tasks:write',
    params,
    body: CloseTask,
    bodyOptional: true,
    status: 200,
    response: Task,
    example: { status: 'CANCELLED', closedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, body, version }) => cancelTask(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'reopenTask',
    method: 'post',
    path: '/v1/tasks/{id}/reopen',
    tag,
    summary: 'Reopen a task',
    description: 'Reopens a completed or cancelled task. The assignee gets another e-mail.',
    permission: 'tasks:write',
    params,
    status: 200,
    response: Task,
    errors: TRANSITION_ERRORS,
    events: ['task.assigned'],
    run: (ctx, { params, version }) => reopenTask(ctx, { ...params, version }),
  }),
  operation({
    id: 'commentOnTask',
    method: 'post',
    path: '/v1/tasks/{id}/comments',
    tag,
    summary: 'Comment on a task',
    description: 'A task can have at most 200 comments.',
    permission: 'tasks:write',
    params,
    body: CommentOnTask,
    status: 200,
    response: Task,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) => commentOnTask(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'listWorklist',
    method: 'get',
    path: '/v1/worklist',
    tag,
    summary: 'List the worklist',
    description:
      'Lists open tasks and follow-up steps that need a person, sorted by due date. A step leaves the list when its matter is settled or somebody acknowledges it (`acknowledgeFollowUpStep`). You see only follow-ups that you are allowed to read.',
    permission: 'tasks:read',
    query: WorklistQuery,
    status: 200,
    response: pageOf(WorklistEntry),
    run: (ctx, { query }) => listWorklist(ctx, query),
  }),
]
