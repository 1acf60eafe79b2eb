import { z } from 'zod'
import type { Task as TaskModel } from '#prisma/generated/client.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { ROLES, type Role } from '#platform/core/access/permissions.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { SubjectType, subjectTypeOf } from '#platform/core/records/subject-type.ts'
import { instant, utcOrNull } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { missingForText, WITHHELD, withheldMember } from '#platform/core/access/withheld.ts'
import { Assignee } from '../follow-ups/schemas.ts'
import type { TaskSource, TaskStatus } from './rules.ts'
import { TASK_SOURCES, TASK_STATUSES } from './rules.ts'

const anyRecord = (description: string, example: string | null = null) =>
  naming(ANY_RECORD, z.string()).nullable().meta({ description, example })

/** A built-in role by its name, or a custom role by its id. */
export const TaskRole = z.union([z.enum(Object.keys(ROLES) as [Role, ...Role[]]), idOf('role')])

/** Maximum lengths of a task's texts, in characters. */
export const MOST_TITLE = 200
export const MOST_NOTES = 4_000

const members = {
  title: line(MOST_TITLE).meta({
    description: 'What must be done, on one line.',
    example: 'Ask for the referral letter',
  }),
  notes: prose(MOST_NOTES).min(1).nullable().meta({
    description: 'Further details; null if there are none.',
    example: null,
  }),
  assigneeId: Assignee.nullable().meta({
    description: 'ID of the assignee: a user, a provider or an API key; null if there is none.',
    example: null,
  }),
  role: TaskRole.nullable().meta({
    description: 'Role to which the task is assigned, instead of an assignee.',
    example: 'SCHEDULER',
  }),
}

const Comment = z
  .strictObject({
    text: z.string().meta({ description: 'Text.', example: 'They send it on Monday.' }),
    writtenBy: z.string().meta({
      description: 'ID of the user or API key that wrote the comment.',
      example: exampleId('apiKey'),
    }),
    writtenAt: z.iso.datetime().meta({
      description: 'When the comment was made, in UTC.',
      example: '2026-11-21T10:00:00.000Z',
    }),
  })
  .meta({ id: 'TaskComment' })
export type TaskComment = z.infer<typeof Comment>

const moment = (description: string, example: string | null = null) =>
  z.iso.datetime().nullable().meta({ description, example })

export const Task = resourceSchema('Task', {
  id: idOf('task'),
  title: members.title,
  notes: members.notes,
  withheld: withheldMember('`title` and `notes` of a task that an agent created'),
  status: z
    .enum(TASK_STATUSES)
    .meta({ description: 'Whether the task is open, done or cancelled.' }),
  subjectType: SubjectType.nullable().meta({
    description: 'Kind of record that the item is about; null if there is none.',
    example: null,
  }),
  subjectId: anyRecord('ID of the record that the item is about; null if there is none.'),
  childId: idOf('child')
    .nullable()
    .meta({ description: 'Child that the item is about; null if there is none.', example: null }),
  assigneeId: anyRecord(
    'ID of the assignee: a user, a provider or an API key; null if there is none.',
  ),
  role: members.role,
  dueAt: moment('When the task is due, in UTC; null if it has no due date.'),
  source: z
    .enum(TASK_SOURCES)
    .meta({ description: 'Whether a person or an agent run created the task.' }),
  runId: idOf('agentRun').nullable().meta({
    description: 'Agent run that created the task; null if there is none.',
    example: null,
  }),
  comments: z.array(Comment).meta({ description: 'Comments, oldest first.', example: [] }),
  createdBy: z.string().meta({
    description: 'ID of the user or API key that created the record.',
    example: exampleId('apiKey'),
  }),
  closedAt: moment('When the task was done or cancelled, in UTC; null while it is open.'),
  closedBy: z.string().nullable().meta({
    description:
      'Who completed or cancelled the task: the ID of a user or an API key; null while it is open.',
    example: null,
  }),
  ...recordMembers,
})
export type Task = z.infer<typeof Task>

const dueAt = instant().nullable().meta({
  description: 'When the task is due; null for no due date.',
  example: '2026-12-01T16:00:00.000Z',
})

export const CreateTask = z
  .strictObject({
    title: members.title,
    notes: members.notes.default(null),
    subjectId: anyRecord('ID of the record that the task is about, of any kind.').default(null),
    childId: idOf('child').nullable().default(null).meta({
      description: 'Child that the task is about. Defaults to the child of `subjectId`.',
    }),
    assigneeId: members.assigneeId.default(null),
    role: members.role.default(null),
    dueAt: dueAt.default(null),
  })
  .meta({
    id: 'CreateTask',
    example: { title: 'Ask for the referral letter', role: 'SCHEDULER' },
  })
export type CreateTask = z.infer<typeof CreateTask>

export const PatchTask = z
  .strictObject({
    title: members.title.exactOptional(),
    notes: members.notes.exactOptional(),
    assigneeId: members.assigneeId.exactOptional(),
    role: members.role.exactOptional(),
    dueAt: dueAt.exactOptional(),
  })
  .meta({ id: 'PatchTask', example: { dueAt: '2026-12-02T16:00:00.000Z', role: 'BILLER' } })
export type PatchTask = z.infer<typeof PatchTask>

const text = prose(2_000).min(1)

export const CommentOnTask = z
  .strictObject({
    text: text.meta({ description: 'Text of the comment, up to 2,000 characters.' }),
  })
  .meta({ id: 'CommentOnTask', example: { text: 'They send it on Monday.' } })

export const CloseTask = z
  .strictObject({
    comment: text.exactOptional().meta({ description: 'Result, or the reason why there is none.' }),
  })
  .meta({ id: 'CloseTask', example: { comment: 'Sent by e-mail.' } })

export const commentsOf = (row: Pick<TaskModel, 'comments'>): TaskComment[] =>
  fromJson(z.array(Comment), row.comments)

/** Shows the texts only to people who may read their sources. */
export const toTask = (row: TaskModel, { actor }: Pick<Reader, 'actor'>): Task => {
  const withheld = missingForText(actor, row, [row.title, row.notes])
  const shown = (text: string) => (withheld.length === 0 ? text : WITHHELD)
  return {
    ...factsOf(row),
    title: shown(row.title),
    notes: row.notes === null ? null : shown(row.notes),
    withheld,
  }
}

const factsOf = (row: TaskModel): Omit<Task, 'title' | 'notes' | 'withheld'> => ({
  id: row.id,
  status: row.status as TaskStatus,
  subjectType: row.subjectType === null ? null : subjectTypeOf(row.subjectType),
  subjectId: row.subjectId,
  childId: row.childId,
  assigneeId: row.assigneeId,
  role: row.role,
  dueAt: utcOrNull(row.dueAt),
  source: row.source as TaskSource,
  runId: row.runId,
  comments: commentsOf(row),
  createdBy: row.createdBy,
  closedAt: utcOrNull(row.closedAt),
  closedBy: row.closedBy,
  ...recordOf(row),
})
