import { z } from 'zod'
import type { Superbill as SuperbillModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateText } from '#platform/core/time/time.ts'
import { MOST_BILLED } from '#people/diagnoses/rules.ts'
import { diagnosisCode } from '#people/diagnoses/schemas.ts'
import { Seller } from '../invoices/invoice-line.ts'

const amount = (description: string, example: number) =>
  z.int().meta({ description: `${description}, in minor units of the currency.`, example })

const diagnosisCodes = z
  .array(diagnosisCode)
  .max(MOST_BILLED)
  .refine((codes) => new Set(codes).size === codes.length, { error: 'must not repeat a code' })
  .meta({
    description:
      'Diagnoses of the child as ICD-10 codes, the main one first. Up to 12; empty if they are not known.',
    example: ['F80.2'],
  })

export const SuperbillLine = resourceSchema('SuperbillLine', {
  appointmentId: idOf('appointment'),
  orderId: idOf('order'),
  servedOn: calendarDate().meta({ description: 'Date of the session.', example: '2026-11-20' }),
  serviceCode: z.string().nullable().meta({
    description:
      'CPT or HCPCS code, or the centre’s own code: the service’s `billingCode`, otherwise its `code`. Null if there is no service.',
    example: '92507',
  }),
  placeOfServiceCode: z.string().nullable().meta({
    description:
      'CMS place-of-service code of the session or, if it was not recorded, of the appointment; null if it is not stated.',
    example: '11',
  }),
  description: z.string().meta({ description: 'Action taken.', example: 'Speech therapy' }),
  providerName: z.string().meta({ description: 'Provider of the session.', example: 'Ana Ruiz' }),
  providerNpi: z.string().nullable().meta({
    description: 'National provider identifier; null if the provider has none on record.',
    example: '1234567893',
  }),
  units: z.int().meta({
    description: 'Billable units of the session or, if there are none, the quantity of the order.',
    example: 3,
  }),
  amount: amount('Charge', 9500),
  paidAmount: amount('Amount paid, minus refunds', 9500),
})
export type SuperbillLine = z.infer<typeof SuperbillLine>

export const SuperbillPatient = resourceSchema('SuperbillPatient', {
  name: z.string().meta({ description: 'Name of the child.', example: 'Lina Sommer' }),
  birthDate: calendarDate().meta({ description: 'Date of birth.', example: '2021-02-03' }),
  paidBy: z.string().meta({ description: 'Name of the client who paid.', example: 'Mara Weiss' }),
})
export type SuperbillPatient = z.infer<typeof SuperbillPatient>

export const Superbill = resourceSchema('Superbill', {
  id: idOf('superbill'),
  childId: idOf('child'),
  clientId: idOf('client'),
  legalEntityId: idOf('legalEntity'),
  startsOn: calendarDate().meta({ description: 'First day of the period.', example: '2026-11-01' }),
  endsOn: calendarDate().meta({ description: 'Last day of the period.', example: '2026-11-30' }),
  diagnosisCodes,
  currency: z
    .string()
    .meta({ description: 'Currency of all amounts, as an ISO 4217 code.', example: 'USD' }),
  amount: amount('Charges for all sessions', 9500),
  paidAmount: amount('Amount paid', 9500),
  patient: SuperbillPatient.meta({
    description: 'The child and the payer as they were when the superbill was created.',
  }),
  seller: Seller.meta({
    description: 'The legal entity as it was when the superbill was created.',
  }),
  lines: z.array(SuperbillLine).meta({ description: 'Sessions, oldest first.' }),
  ...recordMembers,
})
export type Superbill = z.infer<typeof Superbill>

export const CreateSuperbill = z
  .strictObject({
    childId: idOf('child'),
    clientId: idOf('client').meta({
      description: 'Client who paid and who receives the superbill.',
    }),
    startsOn: Superbill.shape.startsOn,
    endsOn: Superbill.shape.endsOn,
    diagnosisCodes: diagnosisCodes.default([]).meta({
      description:
        'Diagnoses as ICD-10 codes, the main one first, at most 12. If empty, the superbill has the diagnoses that the child had in the period (/v1/diagnoses), if you may read them.',
    }),
    omitDiagnoses: z.boolean().default(false).meta({
      description: 'Whether the superbill has no diagnoses, such as at the wish of the family.',
      example: false,
    }),
    legalEntityId: idOf('legalEntity').exactOptional().meta({
      description: 'Legal entity that charged the sessions. Optional if the centre has only one.',
    }),
  })
  .meta({
    id: 'CreateSuperbill',
    example: {
      childId: exampleId('child'),
      clientId: exampleId('client'),
      startsOn: '2026-11-01',
      endsOn: '2026-11-30',
      diagnosisCodes: ['F80.2'],
    },
  })
export type CreateSuperbill = z.infer<typeof CreateSuperbill>

/** Superbills of older versions have no places of service. */
const StoredLines = z.array(SuperbillLine.partial({ placeOfServiceCode: true }))

export const toSuperbill = (row: SuperbillModel): Superbill => ({
  id: row.id,
  childId: row.childId,
  clientId: row.clientId,
  legalEntityId: row.legalEntityId,
  startsOn: dateText(row.startsOn),
  endsOn: dateText(row.endsOn),
  diagnosisCodes: row.diagnosisCodes,
  currency: row.currency,
  amount: row.amountMinor,
  paidAmount: row.paidMinor,
  patient: fromJson(SuperbillPatient, row.patient),
  seller: fromJson(Seller, row.seller),
  lines: fromJson(StoredLines, row.lines).map((line) => ({
    ...line,
    placeOfServiceCode: line.placeOfServiceCode ?? null,
  })),
  ...recordOf(row),
})
