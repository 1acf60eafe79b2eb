import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { exampleId } from '#platform/core/ids.ts'
import { can } from '#platform/core/permissions.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { utc } from '#platform/core/time.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { upperSnake } from '#platform/core/upper-snake.ts'
import { REASONS_THAT_NEED_ATTENTION } from '../messages/rules.ts'
import { FOLLOW_UP_KINDS } from './names.ts'
import { permissionFor, readableKinds } from './permission-for.ts'
import { toFollowUp } from './schemas.ts'

export const FollowUpQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  subject: z
    .string()
    .regex(/^[a-z]{2,8}_[0-9a-z]{26}$/, { error: 'must be an id, such as an appointment’s' })
    .optional()
    .meta({ description: 'What is followed up: an id.', example: exampleId('appointment') }),
  kind: z.enum(FOLLOW_UP_KINDS).optional().meta({ description: 'Only follow-ups of this kind.' }),
  status: z
    .enum(['ACTIVE', 'COMPLETED', 'CANCELLED'])
    .optional()
    .meta({ description: 'Only follow-ups in this status.' }),
  attention: z
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
      attentionSettledAt: true,
    },
  },
} satisfies Prisma.FollowUpInclude

export const listFollowUps = (ctx: Context, query: FollowUpQuery) =>
  read(ctx, 'follow-ups:read', (reader) => {
    const filter = {
      tenantId: reader.tenantId,
      ...(query.subject && { subjectId: query.subject }),
      kind: {
        in: readableKinds(reader).filter((name) => !query.kind || upperSnake(name) === query.kind),
      },
      ...(query.status && { status: query.status }),
      ...(query.attention && NEEDS_ATTENTION),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.followUp.findMany({ where: { AND: [filter, where] }, orderBy, take, include }),
      toFollowUp,
    )
  })

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

export const getFollowUp = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'follow-ups:read', async (reader) => toFollowUp(await loadFollowUp(reader, id)))

export const loadFollowUp = async (reader: Reader, id: string) => {
  const row = await reader.db.followUp.findFirst({ where: inTenant(reader, id), include })
  if (!row || !can(reader.actor, permissionFor(reader, row.kind, 'read')))
    throw notFound('follow-up')
  return row
}

/** Somebody has to see to a step, or to a message of it. */
const NEEDS_ATTENTION = {
  OR: [
    { steps: { some: { attention: { not: null } } } },
    {
      messages: {
        some: { reason: { in: REASONS_THAT_NEED_ATTENTION }, attentionSettledAt: null },
      },
    },
  ],
} satisfies Prisma.FollowUpWhereInput
