import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming, subjectOf } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, pageQuery } from '#platform/core/lists/paging.ts'
import { line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { SubjectType } from '#platform/core/records/subject-type.ts'
import { instant } from '#platform/core/time/time.ts'
import { withheldMember } from '#platform/core/access/withheld.ts'
import { FOLLOW_UP_KINDS } from '../follow-ups/names.ts'
import { Assignee } from '../follow-ups/schemas.ts'
import { ME } from '../tasks/names-of.ts'
import { TaskRole } from '../tasks/schemas.ts'
import { WORKLIST_KINDS } from './worklist-kinds.ts'

const VIEWS = ['MINE', 'MY_ROLES', 'UNASSIGNED'] as const

const filters = {
  kind: anyOf(WORKLIST_KINDS, 'Returns only entries of these kinds.'),
  view: z.enum(VIEWS).optional().meta({
    description:
      'MINE returns entries that are assigned to you or that you have claimed; MY_ROLES those that wait for one of your roles and that nobody has claimed; UNASSIGNED those that name neither a person nor a role.',
  }),
  assigneeId: z
    .union([z.literal(ME), Assignee])
    .optional()
    .meta({
      description:
        'Returns only items assigned to this user, provider or API key; `me` returns your own items, including those of your roles.',
    }),
  role: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Returns only items assigned to this role.' }),
  childId: idOf('child').optional(),
  locationId: idOf('location').optional().meta({
    description: 'Returns only entries of this location: of the record, or of the child.',
  }),
  snoozed: z.enum(['true', 'false']).default('false').meta({
    description: 'Snoozed entries are left out; `true` returns only them.',
  }),
  ...instantRange('dueAt'),
}

export const WorklistQuery = z.strictObject({ ...pageQuery('dueAt', '-dueAt'), ...filters })
export type WorklistQuery = z.infer<typeof WorklistQuery>

export const WorklistCountQuery = z.strictObject(filters)
export type WorklistFilters = z.infer<typeof WorklistCountQuery>

const id = (description: string, example: string | null = null) =>
  naming(ANY_RECORD, z.string()).nullable().meta({ description, example })

const name = z.string().nullable().meta({
  description: 'Name; null if it has none or you may not read it.',
  example: 'Ana Ruiz',
})

const entryId = naming(ANY_RECORD, z.string()).meta({
  description:
    'ID of the task. For a step, the ID of its follow-up, a slash and the name of the step. Otherwise the ID of the record, a slash and the kind.',
  example: exampleId('task'),
})

const kind = growing(z.enum(WORKLIST_KINDS)).meta({
  description:
    'What waits: a task, a step of a follow-up, or a record in a state that only a person can end.',
})

export const WorklistEntry = resourceSchema('WorklistEntry', {
  id: entryId,
  kind,
  title: z
    .string()
    .meta({ description: 'What must be done.', example: 'Ask for the referral letter' }),
  consequence: z.string().meta({
    description: 'What happens if nobody acts.',
    example: 'The task stays open. Nobody else is asked.',
  }),
  withheld: withheldMember('`title` of a task that an agent created, or the name of the child'),
  waitingStartedAt: z.iso.datetime().meta({
    description: 'When it began to wait for a person, in UTC.',
    example: '2026-11-29T09:00:00.000Z',
  }),
  dueAt: z.iso.datetime().nullable().meta({
    description:
      'When the entry is due, in UTC. For a follow-up step, when it became due. Null if there is no due date.',
    example: null,
  }),
  dueOn: z.iso.date().nullable().meta({
    description:
      'Day on which the entry is due; null if it is due at a time, or never. `dueAt` is then midnight of that day, in UTC.',
    example: null,
  }),
  subject: z
    .strictObject({
      type: SubjectType,
      id: naming(ANY_RECORD, z.string()).meta({
        description: 'ID of the record.',
        example: exampleId('appointment'),
      }),
      name: z.string().nullable().meta({
        description: 'Name by which people know the record; null if it has none.',
        example: null,
      }),
    })
    .nullable()
    .meta({ description: 'Record that the entry is about; null if there is none.', example: null }),
  subjectType: SubjectType.nullable().meta({
    description: 'Kind of record that the item is about; null if there is none.',
    example: null,
  }),
  subjectId: id('ID of the record that the item is about; null if there is none.'),
  child: z
    .strictObject({ id: idOf('child'), name })
    .nullable()
    .meta({ description: 'Child that the item is about; null if there is none.', example: null }),
  childId: id('Child that the item is about; null if there is none.'),
  assignee: z
    .strictObject({
      id: naming(ANY_RECORD, z.string()).meta({
        description: 'ID of the user, provider or API key.',
        example: exampleId('provider'),
      }),
      name,
    })
    .nullable()
    .meta({ description: 'Assignee; null if there is none.', example: null }),
  assigneeId: id('ID of the assignee: a user, a provider or an API key; null if there is none.'),
  role: z.string().nullable().meta({
    description:
      'Role to which the item is assigned; null if there is none, or if there are several.',
    example: null,
  }),
  roles: z.array(z.string()).meta({
    description:
      'Roles for which it waits. If they are empty and there is no assignee, it waits for everybody who may do one of the actions.',
    example: [],
  }),
  actions: z
    .array(
      z.strictObject({
        operation: z.string().meta({
          description: 'ID of the operation.',
          example: 'completeTask',
        }),
        method: z.enum(['POST', 'PATCH']).meta({ description: 'HTTP method.' }),
        path: z.string().meta({
          description: 'Path of the operation.',
          example: `/v1/tasks/${exampleId('task')}/complete`,
        }),
      }),
    )
    .meta({
      description:
        'Operations with which you can end the wait now. Some of them require a fresh proof of identity.',
    }),
  claimedBy: id('ID of the user or API key that deals with it; null if nobody has claimed it.'),
  claimedAt: z.iso.datetime().nullable().meta({
    description: 'When it was claimed, in UTC; null if nobody has claimed it.',
    example: null,
  }),
  snoozeEndsAt: z.iso.datetime().nullable().meta({
    description: 'When it is listed again, in UTC; null if it is not snoozed.',
    example: null,
  }),
  snoozeReason: z.string().nullable().meta({
    description: 'Reason for snoozing; null if it is not snoozed.',
    example: null,
  }),
  followUpId: id(
    'Follow-up to which the step belongs; acknowledge the step there. Null for other entries.',
  ),
  followUpKind: growing(z.enum(FOLLOW_UP_KINDS))
    .nullable()
    .meta({ description: 'Kind of that follow-up; null for other entries.', example: null }),
  step: z
    .string()
    .nullable()
    .meta({ description: 'Name of the step; null for other entries.', example: null }),
})
export type WorklistEntry = z.infer<typeof WorklistEntry>

const whole = (description: string) => z.int().meta({ description, example: 2 })

export const WorklistCounts = resourceSchema('WorklistCounts', {
  total: whole('Number of entries.'),
  overdue: whole('Number of entries whose due time has passed.'),
  kinds: z
    .array(
      z.strictObject({
        kind,
        count: whole('Number of entries of this kind.'),
        overdue: whole('Number of these entries whose due time has passed.'),
      }),
    )
    .meta({ description: 'Kinds that have entries.' }),
})
export type WorklistCounts = z.infer<typeof WorklistCounts>

const entry = {
  entryId: naming(
    ANY_RECORD,
    z
      .string()
      .max(200)
      .refine((it) => subjectOf(it.split('/')[0]) !== undefined, {
        error: 'must be the ID of an entry of the worklist',
      }),
  ).meta({
    description: 'ID of the entry, as in the list.',
    example: exampleId('task'),
  }),
}

export const WorklistEntryRef = z
  .strictObject(entry)
  .meta({ id: 'WorklistEntryRef', example: { entryId: exampleId('task') } })

export const HandOverWorklistEntry = z
  .strictObject({
    ...entry,
    assigneeId: Assignee.nullable().default(null).meta({
      description: 'User, provider or API key who takes it on. Send either this or `role`.',
    }),
    role: TaskRole.nullable().default(null).meta({ description: 'Role that takes it on.' }),
  })
  .meta({
    id: 'HandOverWorklistEntry',
    example: { entryId: exampleId('task'), role: 'BILLER' },
  })
export type HandOverWorklistEntry = z.infer<typeof HandOverWorklistEntry>

export const SnoozeWorklistEntry = z
  .strictObject({
    ...entry,
    endsAt: instant().meta({
      description: 'When it is listed again, within a year.',
      example: '2026-12-01T08:00:00.000Z',
    }),
    reason: line(500).meta({ description: 'Why it can wait, up to 500 characters.' }),
  })
  .meta({
    id: 'SnoozeWorklistEntry',
    example: {
      entryId: exampleId('task'),
      endsAt: '2026-12-01T08:00:00.000Z',
      reason: 'The office is closed until then.',
    },
  })
export type SnoozeWorklistEntry = z.infer<typeof SnoozeWorklistEntry>
