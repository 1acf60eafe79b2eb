import { z } from 'zod'
import type { Dunning as DunningModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateTextOrNull, utcOrNull } from '#platform/core/time/time.ts'
import { DunningLevels } from '../legal-entities/dunning-level.ts'
import { DunningReminder } from './dunning-reminder.ts'
import { DunningStatus, HoldReason, StopReason } from './rules.ts'

export const Dunning = resourceSchema('Dunning', {
  id: idOf('dunning'),
  invoiceId: idOf('invoice'),
  payerId: idOf('payer'),
  clientId: idOf('client')
    .nullable()
    .meta({
      description: 'The client who pays; null where an organization does.',
      example: exampleId('client'),
    }),
  status: z.enum(DunningStatus).meta({
    description: 'Whether reminders continue, are on hold, or nothing is due.',
    example: 'ACTIVE',
  }),
  levels: DunningLevels.meta({
    description: 'When it is reminded of: the terms of the legal entity when it was issued.',
  }),
  reminders: z.array(DunningReminder).meta({ description: 'Messages sent, oldest first.' }),
  holdReason: z
    .enum(HoldReason)
    .nullable()
    .meta({ description: 'Why reminders are held back; null where they are not.', example: null }),
  holdNote: z
    .string()
    .nullable()
    .meta({ description: 'Reason given for the hold.', example: null }),
  resumesOn: calendarDate().nullable().meta({
    description:
      'The day on which they continue automatically; null: only when somebody resumes them.',
    example: null,
  }),
  resumedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When they last went on, in UTC.', example: null }),
  stopReason: z.enum(StopReason).nullable().meta({
    description: 'Why nothing is to be paid; null while something is.',
    example: null,
  }),
  stopNote: z
    .string()
    .nullable()
    .meta({ description: 'Why the claim was given up; null where it was not.', example: null }),
  ...recordMembers,
})
export type Dunning = z.infer<typeof Dunning>

export const HoldDunning = z
  .strictObject({
    reason: z.enum(HoldReason).meta({ description: 'Why.', example: 'DISPUTED' }),
    note: prose(2000).exactOptional().meta({ description: 'Details.' }),
    resumesOn: calendarDate().exactOptional().meta({
      description:
        'The day on which reminders continue. Without it, they stay on hold until you resume them.',
      example: '2026-12-15',
    }),
  })
  .meta({ id: 'HoldDunning', example: { reason: 'DISPUTED' } })
export type HoldDunning = z.infer<typeof HoldDunning>

export const WriteOffInvoice = z
  .strictObject({
    reason: line(500).meta({
      description: 'Why the claim is given up.',
      example: 'The company is insolvent.',
    }),
  })
  .meta({ id: 'WriteOffInvoice', example: { reason: 'The company is insolvent.' } })
export type WriteOffInvoice = z.infer<typeof WriteOffInvoice>

export const toDunning = (row: DunningModel): Dunning => ({
  id: row.id,
  invoiceId: row.invoiceId,
  payerId: row.payerId,
  clientId: row.clientId,
  status: row.status as DunningStatus,
  levels: fromJson(DunningLevels, row.levels),
  reminders: fromJson(z.array(DunningReminder), row.reminders),
  holdReason: row.holdReason as HoldReason | null,
  holdNote: row.holdNote,
  resumesOn: dateTextOrNull(row.resumesOn),
  resumedAt: utcOrNull(row.resumedAt),
  stopReason: row.stopReason as StopReason | null,
  stopNote: row.stopNote,
  ...recordOf(row),
})
