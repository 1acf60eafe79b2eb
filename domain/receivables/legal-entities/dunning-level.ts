import { z } from 'zod'
import { prose } from '#platform/core/records/record.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'

const DunningFee = z
  .strictObject({
    amount: z.int().min(1).max(1_000_000).meta({
      description: 'In minor units of the currency.',
      example: 500,
    }),
    currency: currencyCode().meta({
      description: 'Invoices in other currencies get reminders without a fee.',
    }),
  })
  .meta({ id: 'DunningFee', example: { amount: 500, currency: 'EUR' } })

export const DunningLevel = z
  .strictObject({
    daysAfterDue: z.int().min(1).max(365).meta({
      description: 'Days after the due date of the invoice, from 1 to 365.',
      example: 7,
    }),
    text: prose(2000).nullable().meta({
      description:
        'The centre’s own text of the reminder; number, due date and amount are always included. Null for the platform’s text.',
      example: 'Perhaps our invoice has escaped your notice.',
    }),
    fee: DunningFee.nullable().meta({
      description: 'Fee for the reminder, as its own order, if any.',
      example: null,
    }),
  })
  .meta({ id: 'DunningLevel', example: { daysAfterDue: 7, text: null, fee: null } })
export type DunningLevel = z.infer<typeof DunningLevel>

export const DunningLevels = z
  .array(DunningLevel)
  .max(5)
  .meta({
    description:
      'When payers are reminded of unpaid invoices: up to 5 levels, each later than the one before. Empty for never. A change applies to invoices issued afterwards.',
    example: [{ daysAfterDue: 7, text: null, fee: null }],
  })
