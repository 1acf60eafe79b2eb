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
      description: 'Client who pays; null if an organization pays.',
      example: exampleId('client'),
    }),
  status: z.enum(DunningStatus).meta({
    description: 'Whether reminders continue, are on hold, or have stopped because nothing is due.',
    example: 'ACTIVE',
  }),
  levels: DunningLevels.meta({
    description:
      'Reminder levels. They are the terms of the legal entity when the invoice was issued.',
  }),
  reminders: z
    .array(DunningReminder)
    .meta({ description: 'Reminders that were sent, oldest first.' }),
  holdReason: z.enum(HoldReason).nullable().meta({
    description: 'Reason why reminders are on hold; null if they are not.',
    example: null,
  }),
  holdNote: z
    .string()
    .nullable()
    .meta({ description: 'Reason given for the hold.', example: null }),
  resumesOn: calendarDate().nullable().meta({
    description: 'Date on which reminders resume automatically; null if somebody must resume them.',
    example: null,
  }),
  resumedAt: z.iso.datetime().nullable().meta({
    description: 'When reminders were last resumed, in UTC; null if they never were.',
    example: null,
  }),
  stopReason: z.enum(StopReason).nullable().meta({
    description: 'Reason why nothing is due; null while an amount is due.',
    example: null,
  }),
  stopNote: z.string().nullable().meta({
    description: 'Reason given for writing off the invoice; null if it was not written off.',
    example: null,
  }),
  ...recordMembers,
})
export type Dunning = z.infer<typeof Dunning>

export const HoldDunning = z
  .strictObject({
    reason: z.enum(HoldReason).meta({ description: 'Why.', example: 'DISPUTED' }),
    note: prose(2000).exactOptional().meta({ description: 'Details.' }),
    resumesOn: calendarDate().exactOptional().meta({
      description:
        'Date on which reminders resume. If omitted, they stay on hold until you resume them.',
      example: '2026-12-15',
    }),
  })
  .meta({ id: 'HoldDunning', example: { reason: 'DISPUTED' } })
export type HoldDunning = z.infer<typeof HoldDunning>

export const WriteOffInvoice = z
  .strictObject({
    reason: line(500).meta({
      description: 'Reason for writing off the invoice.',
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
