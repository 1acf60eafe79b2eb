import { z } from 'zod'
import { prose } from '#platform/core/records/record.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'

const DunningFee = z
  .strictObject({
    amount: z.int().min(1).max(1_000_000).meta({
      description: 'Amount in minor units of the currency.',
      example: 500,
    }),
    currency: currencyCode().meta({
      description:
        'Currency of the fees. Invoices in other currencies get reminders without a fee.',
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
        'The centre’s own text of the reminder; the number, due date and amount are always added. Null to use the platform’s text.',
      example: 'Perhaps our invoice has escaped your notice.',
    }),
    fee: DunningFee.nullable().meta({
      description: 'Fee for the reminder, charged with its own order; null for no fee.',
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
      'Reminders for unpaid invoices: up to 5 levels, each later than the previous one. Empty for no reminders. A change applies only to invoices issued afterwards.',
    example: [{ daysAfterDue: 7, text: null, fee: null }],
  })
