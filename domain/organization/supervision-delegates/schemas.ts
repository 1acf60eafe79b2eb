import { z } from 'zod'
import type { SupervisionDelegate as SupervisionDelegateModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { instant, utc } from '#platform/core/time/time.ts'

const ids = {
  supervisorId: idOf('provider').meta({ description: 'Supervisor who is away.' }),
  delegateId: idOf('provider').meta({
    description: 'Provider who co-signs and returns notes on the supervisor’s behalf.',
    example: 'prv_01m7zb00000000000000000000',
  }),
}

export const SupervisionDelegate = resourceSchema('SupervisionDelegate', {
  id: idOf('supervisionDelegate'),
  ...ids,
  startsAt: z.iso.datetime().meta({
    description: 'Start of the delegation, in UTC.',
    example: '2026-12-21T08:00:00.000Z',
  }),
  endsAt: z.iso.datetime().meta({
    description: 'End of the delegation, in UTC.',
    example: '2027-01-04T08:00:00.000Z',
  }),
  ...recordMembers,
})
export type SupervisionDelegate = z.infer<typeof SupervisionDelegate>

export const CreateSupervisionDelegate = resourceSchema('CreateSupervisionDelegate', {
  ...ids,
  startsAt: instant().exactOptional().meta({
    description: 'Start of the delegation. Defaults to now.',
    example: '2026-12-21T09:00:00+01:00',
  }),
  endsAt: instant().meta({
    description: 'End of the delegation, at most a year after its start.',
    example: '2027-01-04T09:00:00+01:00',
  }),
})
export type CreateSupervisionDelegate = z.infer<typeof CreateSupervisionDelegate>

export const toSupervisionDelegate = (row: SupervisionDelegateModel): SupervisionDelegate => ({
  id: row.id,
  supervisorId: row.supervisorId,
  delegateId: row.delegateId,
  startsAt: utc(row.startsAt),
  endsAt: utc(row.endsAt),
  ...recordOf(row),
})
