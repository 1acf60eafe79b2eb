import { z } from 'zod'
import type { CheckIn as CheckInModel } from '../../prisma/generated/client.ts'
import { idOf } from '../core/ids.ts'
import { recordMembers, recordOf } from '../core/record.ts'
import { resourceSchema } from '../core/resource-schema.ts'
import { utcOrNull } from '../core/time.ts'

export const MOODS = ['GOOD', 'MIXED', 'WORRIED'] as const

export const CheckIn = resourceSchema('CheckIn', {
  id: idOf('checkIn'),
  programmeId: idOf('programme'),
  clientId: idOf('client').meta({ description: 'The guardian who answered.' }),
  mood: z.enum(MOODS),
  servicesReceived: z.boolean().meta({ description: 'As agreed in the plan.', example: true }),
  callWanted: z.boolean().meta({ example: false }),
  comment: z.string().nullable().meta({ example: 'She says whole words now.' }),
  worrying: z
    .boolean()
    .meta({ description: 'Worried, without services, or wishing a call.', example: false }),
  acknowledgedAt: z.iso.datetime().nullable().meta({ example: null }),
  acknowledgedBy: z.string().nullable().meta({ example: null }),
  ...recordMembers,
})
export type CheckIn = z.infer<typeof CheckIn>

export const toCheckIn = (row: CheckInModel): CheckIn => ({
  id: row.id,
  programmeId: row.programmeId,
  clientId: row.clientId,
  mood: row.mood,
  servicesReceived: row.servicesReceived,
  callWanted: row.callWanted,
  comment: row.comment,
  worrying: row.worrying,
  acknowledgedAt: utcOrNull(row.acknowledgedAt),
  acknowledgedBy: row.acknowledgedBy,
  ...recordOf(row),
})

/** Whether somebody should call the family. */
export const isWorrying = ({
  mood,
  servicesReceived,
  callWanted,
}: Pick<CheckIn, 'mood' | 'servicesReceived' | 'callWanted'>): boolean =>
  mood === 'WORRIED' || !servicesReceived || callWanted
