import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { pageQuery } from '#platform/core/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { utc } from '#platform/core/time.ts'
import type { Reader } from '#platform/core/transaction.ts'
import { recordIdsOf } from '#platform/core/record-ids-of.ts'
import { upperSnake } from '#platform/core/upper-snake.ts'
import { REASONS_THAT_NEED_ACTION } from '../messages/rules.ts'
import { FOLLOW_UP_KINDS, FOLLOW_UP_NAMES } from './names.ts'
import { readableKinds } from './permission-for.ts'
import { toFollowUp } from './schemas.ts'

export const FollowUpQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  subjectId: z
    .string()
    .regex(/^[a-z]{2,8}_[0-9a-z]{26}$/, { error: 'must be an id, such as an appointment’s' })
    .optional()
    .meta({ description: 'What is followed up: an id.', example: exampleId('appointment') }),
  childId: idOf('child')
    .optional()
    .meta({ description: 'Only follow-ups of this child’s records, such as its appointments.' }),
  kind: z.enum(FOLLOW_UP_KINDS).optional().meta({ description: 'Only follow-ups of this kind.' }),
  status: z
    .enum(['ACTIVE', 'COMPLETED', 'CANCELLED'])
    .optional()
    .meta({ description: 'Only follow-ups in this status.' }),
  actionRequired: z
    .enum(['true'])
    .optional()
    .meta({ description: 'Those with a step that a person has to see to.' }),
})
export type FollowUpQuery = z.infer<typeof FollowUpQuery>

export const include = {
  steps: { orderBy: [{ dueAt: 'asc' }, { step: 'asc' }] },
  messages: {
    orderBy: { id: 'asc' },
    select: {
      id: true,
      step: true,
      recipientId: true,
      status: true,
      reason: true,
      actionSettledAt: true,
    },
  },
} satisfies Prisma.FollowUpInclude

/** Of the kinds that the caller may read. */
const followUps = recordQueries({
  permission: 'follow-ups:read',
  name: 'follow-up',
  find: (reader, { where, ...selection }: Selection<Prisma.FollowUpWhereInput>) =>
    reader.db.followUp.findMany({
      where: { kind: { in: readableKinds(reader) }, ...where },
      ...selection,
      include,
    }),
  show: each(toFollowUp),
})

export const loadFollowUp = followUps.load
export const getFollowUp = followUps.get
export const listFollowUps = followUps.list(
  async ({ subjectId, childId, kind, actionRequired, ...query }: FollowUpQuery, reader) => ({
    ...(subjectId && { subjectId }),
    ...(childId && { AND: [{ subjectId: { in: await recordIdsOf(reader, [childId]) } }] }),
    ...(kind && { kind: FOLLOW_UP_NAMES.find((name) => upperSnake(name) === kind)! }),
    ...given(query, 'status'),
    ...(actionRequired && NEEDS_ACTION),
  }),
)

/** What is still to happen to a subject, as far as it has been planned. */
export const scheduledSteps = async (reader: Reader, subjectId: string) => {
  const steps = await reader.sql<{ step: string; dueAt: Date }>(SCHEDULED, [
    reader.tenantId,
    subjectId,
  ])
  return steps.map(({ step, dueAt }) => ({ step, dueAt: utc(dueAt) }))
}

const SCHEDULED = `
  SELECT s.step, s.due_at AS "dueAt"
  FROM follow_ups f JOIN follow_up_steps s ON s.tenant_id = f.tenant_id AND s.follow_up_id = f.id
  WHERE f.tenant_id = $1 AND f.subject_id = $2 AND s.status = 'SCHEDULED' ORDER BY s.due_at, s.step`

/** Somebody has to see to a step, or to a message of it. */
const NEEDS_ACTION = {
  OR: [
    { steps: { some: { actionRequired: { not: null } } } },
    {
      messages: {
        some: { reason: { in: REASONS_THAT_NEED_ACTION }, actionSettledAt: null },
      },
    },
  ],
} satisfies Prisma.FollowUpWhereInput
