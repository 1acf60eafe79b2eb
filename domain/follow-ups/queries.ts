import { z } from 'zod'
import type { Prisma } from '../../prisma/generated/client.ts'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { exampleId } from '../core/ids.ts'
import { pageQuery, paginate } from '../core/paging.ts'
import { inTenant } from '../core/record-ref.ts'
import { read } from '../core/transaction.ts'
import { toFollowUp } from './schemas.ts'

export const FollowUpQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  subject: z
    .string()
    .regex(/^[a-z]{2,8}_[0-9a-z]{26}$/, { error: 'must be an id, such as an appointment’s' })
    .optional()
    .meta({ description: 'What is followed up: an id.', example: exampleId('appointment') }),
  status: z.enum(['ACTIVE', 'COMPLETED', 'CANCELLED']).optional(),
})
export type FollowUpQuery = z.infer<typeof FollowUpQuery>

const include = {
  steps: { orderBy: [{ dueAt: 'asc' }, { step: 'asc' }] },
} satisfies Prisma.FollowUpInclude

export const listFollowUps = (ctx: Context, query: FollowUpQuery) =>
  read(ctx, 'follow-ups:read', (reader) => {
    const filter = {
      tenantId: reader.tenantId,
      ...(query.subject && { subjectId: query.subject }),
      ...(query.status && { status: query.status }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.followUp.findMany({ where: { AND: [filter, where] }, orderBy, take, include }),
      toFollowUp,
    )
  })

export const getFollowUp = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'follow-ups:read', async (reader) => {
    const row = await reader.db.followUp.findFirst({ where: inTenant(reader, id), include })
    if (!row) throw notFound('follow-up')
    return toFollowUp(row)
  })
