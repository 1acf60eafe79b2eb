import { z } from 'zod'
import { Address } from '#platform/core/contact/address.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { SubjectType } from '#platform/core/records/subject-type.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'
import { LedgerTransactionKind } from '../ledger/posting-rules.ts'

const amount = (description: string, example: number) =>
  z.int().meta({ description: `${description}, in minor units of the currency.`, example })

const orderId = idOf('order')
  .nullable()
  .meta({
    description: 'Order to which the movement belongs; null if there is none.',
    example: exampleId('order'),
  })

const invoiceNumber = z.string().nullable().meta({
  description: 'Number of the invoice that includes the order; null if there is none.',
  example: 'SUN-2026-000042',
})

export const StatementQuery = z.strictObject({
  startsOn: calendarDate().optional().meta({
    description:
      'First day of the period, in the centre’s time zone. Defaults to the first posting.',
    example: '2026-11-01',
  }),
  endsOn: calendarDate()
    .optional()
    .meta({ description: 'Last day of the period. Defaults to today.', example: '2026-11-30' }),
  currency: currencyCode().optional().meta({
    description: 'Currency of the statement. Defaults to the centre’s currency.',
  }),
})
export type StatementQuery = z.infer<typeof StatementQuery>

export const StatementMovement = resourceSchema('StatementMovement', {
  postedOn: calendarDate().meta({ description: 'Date of the posting.', example: '2026-11-23' }),
  kind: growing(z.enum(LedgerTransactionKind)).meta({
    description: 'Kind of posting.',
    example: 'ORDER_OPENED',
  }),
  subjectType: SubjectType.meta({
    description: 'Kind of record that was posted.',
    example: 'ORDER',
  }),
  subjectId: naming(ANY_RECORD, z.string()).meta({
    description: 'The order, payment or refund that was posted.',
    example: exampleId('order'),
  }),
  orderId,
  description: z.string().nullable().meta({
    description: 'Text of the order’s first line.',
    example: 'Early intervention, 45 minutes',
  }),
  invoiceNumber,
  debit: amount('Amount added to the debt', 9500),
  credit: amount('Amount subtracted from the debt', 0),
  balance: amount('Amount owed after the movement', 9500),
})
export type StatementMovement = z.infer<typeof StatementMovement>

export const StatementItem = resourceSchema('StatementItem', {
  orderId: orderId.unwrap(),
  description: z.string().meta({
    description: 'Text of the order’s first line.',
    example: 'Early intervention, 45 minutes',
  }),
  openedOn: calendarDate().meta({ description: 'Date of the order.', example: '2026-11-23' }),
  invoiceNumber,
  dueOn: calendarDate().nullable().meta({
    description: 'Due date of the invoice; null if no invoice includes the order.',
    example: '2026-12-24',
  }),
  amount: amount('Order total', 9500),
  amountDue: amount('Amount still due', 9500),
})
export type StatementItem = z.infer<typeof StatementItem>

export const Statement = resourceSchema('Statement', {
  payerId: idOf('payer').nullable().meta({
    description: 'Payer of the statement; null for a client without a payer record.',
    example: null,
  }),
  clientId: idOf('client')
    .nullable()
    .meta({
      description: 'Client of the statement; null for an organization.',
      example: exampleId('client'),
    }),
  name: z.string().meta({ description: 'Name of the debtor.', example: 'Mara Weiss' }),
  address: Address.nullable().meta({ description: 'Postal address; null if it is not known.' }),
  currency: z
    .string()
    .meta({ description: 'Currency of all amounts, as an ISO 4217 code.', example: 'EUR' }),
  startsOn: calendarDate().nullable().meta({
    description: 'First day of the period; null if the statement begins with the first posting.',
    example: '2026-11-01',
  }),
  endsOn: calendarDate().meta({ description: 'Last day of the period.', example: '2026-11-30' }),
  openingBalance: amount('Opening balance', 0),
  closingBalance: amount('Closing balance (negative if the centre owes money)', 9500),
  movements: z.array(StatementMovement).meta({
    description: 'Postings in the period, oldest first, at most 10,000.',
  }),
  openItems: z.array(StatementItem).meta({
    description: 'Amounts due now, oldest first.',
  }),
})
export type Statement = z.infer<typeof Statement>
