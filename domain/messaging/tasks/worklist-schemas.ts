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
        'Only items assigned to this user, provider or API key; `me` for yourself, including those of your roles.',
    }),
  role: z.string().max(100).optional().meta({ description: 'Only items assigned to this role.' }),
  childId: idOf('child').optional(),
  ...instantRange('dueAt'),
})
export type WorklistQuery = z.infer<typeof WorklistQuery>

const id = (description: string, example: string | null = null) =>
  naming(ANY_RECORD, z.string()).nullable().meta({ description, example })

export const WorklistEntry = resourceSchema('WorklistEntry', {
  id: naming(ANY_RECORD, z.string()).meta({
    description: 'Id of the task; for a step, the id of its follow-up, a slash and its name.',
    example: exampleId('task'),
  }),
  kind: growing(z.enum(['TASK', 'FOLLOW_UP_STEP'])).meta({
    description: 'A task, or a follow-up step that needs a person.',
  }),
  title: z.string().meta({ description: 'What to do.', example: 'Ask for the referral letter' }),
  withheld: withheldMember('`title` of a task that an agent made'),
  dueAt: z.iso.datetime().nullable().meta({
    description: 'When it is due, in UTC; for a step, when it was due. Null without a deadline.',
    example: null,
  }),
  subjectType: SubjectType.nullable().meta({
    description: 'Kind of record that it concerns; null for none.',
    example: null,
  }),
  subjectId: id('Id of the record that it is about; null for none.'),
  childId: id('The child that it concerns; null for none.'),
  assigneeId: id('Assignee: a user, a provider or an API key, if any.'),
  role: z
    .string()
    .nullable()
    .meta({ description: 'The role to which it is assigned; null for none.', example: null }),
  followUpId: id('Of a step, its follow-up: acknowledge the step there. Null for a task.'),
  step: z
    .string()
    .nullable()
    .meta({ description: 'For a step, its name; null for a task.', example: null }),
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
  const withheld = missingForText(actor, { ...row, readingNeeds })
  const title = row.title ?? `somebody was not reached: ${REASONS[unreached as Reason]}`
  return {
    ...row,
    title: withheld.length === 0 ? title : WITHHELD,
    withheld,
    dueAt: dueAt === NEVER ? null : dueAt,
    subjectType: row.subjectType === null ? null : subjectTypeOf(row.subjectType),
  }
}
