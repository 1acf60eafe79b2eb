import { z } from 'zod'
import type { Absence as AbsenceModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { instant, utc } from '#platform/core/time/time.ts'

const deputyId = idOf('user').meta({
  description: 'User who gets the notifications of the absent user.',
  example: 'usr_01m7zb00000000000000000000',
})

export const Absence = resourceSchema('Absence', {
  id: idOf('absence'),
  userId: idOf('user').meta({ description: 'User who is away.' }),
  deputyId,
  startsAt: z.iso.datetime().meta({
    description: 'Start of the absence, in UTC.',
    example: '2026-12-21T08:00:00.000Z',
  }),
  endsAt: z.iso.datetime().meta({
    description: 'End of the absence, in UTC.',
    example: '2027-01-04T08:00:00.000Z',
  }),
  ...recordMembers,
})
export type Absence = z.infer<typeof Absence>

export const CreateAbsence = resourceSchema('CreateAbsence', {
  userId: idOf('user').exactOptional().meta({
    description: 'User who is away. Defaults to the caller; required for an API key.',
  }),
  deputyId,
  startsAt: instant().exactOptional().meta({
    description: 'Start of the absence. Defaults to now.',
    example: '2026-12-21T09:00:00+01:00',
  }),
  endsAt: instant().meta({
    description: 'End of the absence, at most a year after its start.',
    example: '2027-01-04T09:00:00+01:00',
  }),
})
export type CreateAbsence = z.infer<typeof CreateAbsence>

export const toAbsence = (row: AbsenceModel): Absence => ({
  id: row.id,
  userId: row.userId,
  deputyId: row.deputyId,
  startsAt: utc(row.startsAt),
  endsAt: utc(row.endsAt),
  ...recordOf(row),
})
