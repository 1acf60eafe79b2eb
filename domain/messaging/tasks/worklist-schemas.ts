import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { instantRange, pageQuery } from '#platform/core/lists/paging.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { SubjectType, subjectTypeOf } from '#platform/core/records/subject-type.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { missingForText, WITHHELD, withheldMember } from '#platform/core/access/withheld.ts'
import { Assignee } from '../follow-ups/schemas.ts'
import { REASONS, type Reason } from '../messages/rules.ts'
import { ME } from './names-of.ts'

/** The value by which an entry without a due date is sorted. */
export const NEVER = '9999-12-31T00:00:00.000Z'

export const WorklistQuery = z.strictObject({
  ...pageQuery('dueAt', '-dueAt'),
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
  ...instantRange('dueAt'),
})
export type WorklistQuery = z.infer<typeof WorklistQuery>

const id = (description: string, example: string | null = null) =>
  naming(ANY_RECORD, z.string()).nullable().meta({ description, example })

export const WorklistEntry = resourceSchema('WorklistEntry', {
  id: naming(ANY_RECORD, z.string()).meta({
    description:
      'ID of the task. For a step, the ID of its follow-up, a slash and the name of the step.',
    example: exampleId('task'),
  }),
  kind: growing(z.enum(['TASK', 'FOLLOW_UP_STEP'])).meta({
    description: 'Whether the item is a task or a follow-up step that needs a person.',
  }),
  title: z
    .string()
    .meta({ description: 'What must be done.', example: 'Ask for the referral letter' }),
  withheld: withheldMember('`title` of a task that an agent created'),
  dueAt: z.iso.datetime().nullable().meta({
    description:
      'When the task is due, in UTC. For a follow-up step, when it became due. Null if there is no due date.',
    example: null,
  }),
  subjectType: SubjectType.nullable().meta({
    description: 'Kind of record that the item is about; null if there is none.',
    example: null,
  }),
  subjectId: id('ID of the record that the item is about; null if there is none.'),
  childId: id('Child that the item is about; null if there is none.'),
  assigneeId: id('ID of the assignee: a user, a provider or an API key; null if there is none.'),
  role: z.string().nullable().meta({
    description: 'Role to which the item is assigned; null if there is none.',
    example: null,
  }),
  followUpId: id(
    'Follow-up to which the step belongs; acknowledge the step there. Null for a task.',
  ),
  step: z
    .string()
    .nullable()
    .meta({ description: 'Name of the step; null for a task.', example: null }),
})
type WorklistEntry = z.infer<typeof WorklistEntry>

export interface WorklistRow {
  id: string
  kind: WorklistEntry['kind']
  title: string | null
  unreached: string | null
  dueAt: Date
  subjectType: string | null
  subjectId: string | null
  childId: string | null
  assigneeId: string | null
  role: string | null
  followUpId: string | null
  step: string | null
  readingNeeds: string[]
}

export const toWorklistEntry = (
  { unreached, readingNeeds, ...row }: WorklistRow,
  { actor }: Pick<Reader, 'actor'>,
): WorklistEntry => {
  const dueAt = utc(row.dueAt)
  const withheld = missingForText(actor, { ...row, readingNeeds }, [row.title])
  const title = row.title ?? `somebody was not reached: ${REASONS[unreached as Reason]}`
  return {
    ...row,
    title: withheld.length === 0 ? title : WITHHELD,
    withheld,
    dueAt: dueAt === NEVER ? null : dueAt,
    subjectType: row.subjectType === null ? null : subjectTypeOf(row.subjectType),
  }
}
