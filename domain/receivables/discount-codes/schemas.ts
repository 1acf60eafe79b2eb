import { z } from 'zod'
import type { DiscountCode as CodeModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { archivableMembers, archivableOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateTextOrNull } from '#platform/core/time/time.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'

export const codeText = z
  .string()
  .regex(/^[A-Z0-9][A-Z0-9-]{2,29}$/, {
    error: 'must be 3 to 30 capital letters, digits and hyphens, such as WELCOME-10',
  })
  .meta({ description: 'The code that families enter. It cannot change.', example: 'WELCOME-10' })

const uses = z.int().min(1).max(1_000_000)

const members = {
  startsOn: calendarDate().nullable().meta({
    description: 'First day on which the code can be used; null if it can be used immediately.',
    example: '2026-11-01',
  }),
  endsOn: calendarDate().nullable().meta({
    description: 'Last day on which the code can be used; null if it does not expire.',
    example: '2027-03-31',
  }),
  serviceIds: z
    .array(idOf('service'))
    .max(100)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'must not repeat a service' })
    .meta({
      description: 'Services to which the code applies. Empty for all charges.',
      example: [],
    }),
  maxUses: uses.nullable().meta({
    description: 'Maximum number of uses; null if unlimited.',
    example: 100,
  }),
  maxUsesPerClient: uses.nullable().meta({
    description: 'Maximum number of uses per client or payer; null if unlimited.',
    example: 1,
  }),
}

const percent = z.number().min(0.01).max(100).multipleOf(0.01)
const amount = z.int().min(1).max(100_000_000)

export const DiscountCode = resourceSchema('DiscountCode', {
  id: idOf('discountCode'),
  code: codeText,
  percent: percent.nullable().meta({
    description:
      'Percentage of each line to which the code applies; null if the discount is an amount.',
    example: 10,
  }),
  amount: amount.nullable().meta({
    description:
      'Amount of the discount, in minor units of `currency`; null if the discount is a percentage.',
    example: null,
  }),
  currency: currencyCode().nullable().meta({
    description: 'Currency of the amount; null if the discount is a percentage.',
    example: null,
  }),
  ...members,
  uses: z.int().meta({
    description: 'Number of uses; cancelled orders do not count.',
    example: 3,
  }),
  ...archivableMembers,
})
export type DiscountCode = z.infer<typeof DiscountCode>

export const CreateDiscountCode = z
  .strictObject({
    code: codeText,
    percent: percent.exactOptional().meta({
      description: 'Percentage off each line, with two decimals. Send either this or `amount`.',
      example: 10,
    }),
    amount: amount.exactOptional().meta({
      description: 'Amount off the order, in minor units. Send either this or `percent`.',
    }),
    currency: currencyCode()
      .exactOptional()
      .meta({ description: 'Currency of the amount. Defaults to the centre’s currency.' }),
    startsOn: members.startsOn.default(null),
    endsOn: members.endsOn.default(null),
    serviceIds: members.serviceIds.default([]),
    maxUses: members.maxUses.default(null),
    maxUsesPerClient: members.maxUsesPerClient.default(null),
  })
  .refine((it) => (it.percent === undefined) !== (it.amount === undefined), {
    error: 'must have a percent or an amount',
  })
  .meta({
    id: 'CreateDiscountCode',
    example: { code: 'WELCOME-10', percent: 10, maxUses: 100, maxUsesPerClient: 1 },
  })
export type CreateDiscountCode = z.infer<typeof CreateDiscountCode>

export const PatchDiscountCode = z
  .strictObject({
    startsOn: members.startsOn.exactOptional(),
    endsOn: members.endsOn.exactOptional(),
    serviceIds: members.serviceIds.exactOptional(),
    maxUses: members.maxUses.exactOptional(),
    maxUsesPerClient: members.maxUsesPerClient.exactOptional(),
  })
  .meta({ id: 'PatchDiscountCode', example: { endsOn: '2027-06-30' } })
export type PatchDiscountCode = z.infer<typeof PatchDiscountCode>

export const toDiscountCode = (row: CodeModel): DiscountCode => ({
  id: row.id,
  code: row.code,
  percent: row.percentBasisPoints === null ? null : row.percentBasisPoints / 100,
  amount: row.amountMinor,
  currency: row.currency,
  startsOn: dateTextOrNull(row.startsOn),
  endsOn: dateTextOrNull(row.endsOn),
  serviceIds: row.serviceIds,
  maxUses: row.maxUses,
  maxUsesPerClient: row.maxUsesPerClient,
  uses: row.uses,
  ...archivableOf(row),
})
