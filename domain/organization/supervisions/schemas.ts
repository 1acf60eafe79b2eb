import { z } from 'zod'
import type { Supervision as SupervisionModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utcOrNull } from '#platform/core/time/time.ts'

const members = {
  providerId: idOf('provider').meta({
    description: 'Provider whose notes require a co-signature.',
  }),
  supervisorId: idOf('provider').meta({
    description: 'Supervisor who co-signs the notes.',
    example: 'prv_01m7zb00000000000000000000',
  }),
}

export const Supervision = resourceSchema('Supervision', {
  id: idOf('supervision'),
  ...members,
  endedAt: z.iso.datetime().nullable().meta({
    description: 'When the relationship ended, in UTC; null if it has not ended.',
    example: null,
  }),
  ...recordMembers,
})
export type Supervision = z.infer<typeof Supervision>

export const CreateSupervision = resourceSchema('CreateSupervision', members)
export type CreateSupervision = z.infer<typeof CreateSupervision>

export const toSupervision = (row: SupervisionModel): Supervision => ({
  id: row.id,
  providerId: row.providerId,
  supervisorId: row.supervisorId,
  endedAt: utcOrNull(row.endedAt),
  ...recordOf(row),
})
