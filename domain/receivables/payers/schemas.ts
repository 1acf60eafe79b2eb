import { z } from 'zod'
import type { Payer as PayerModel } from '#prisma/generated/client.ts'
import { Address } from '#platform/core/contact/address.ts'
import { email } from '#platform/core/contact/contact.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { PayerKind } from './rules.ts'

export const DEFAULT_DAYS_UNTIL_DUE = 30

export const EInvoiceAddress = z
  .strictObject({
    scheme: z
      .string()
      .regex(/^[0-9A-Z]{2,4}$/, {
        error: 'must be a code from the EAS code list, such as 0204 or EM',
      })
      .meta({ description: 'Type of the address, from the EAS code list.', example: '0204' }),
    value: line(100).meta({ description: 'The address itself.', example: '991-12345-67' }),
  })
  .meta({ id: 'EInvoiceAddress', example: { scheme: '0204', value: '991-12345-67' } })

const members = {
  name: line(200).meta({
    description:
      'Name of the organization; null for a client, because the client’s record has the name.',
    example: 'Statutory Health Insurance North',
  }),
  email: email().nullable().meta({
    description: 'E-mail address for invoices; null if there is none, or if the payer is a client.',
    example: 'claims@insurance.example',
  }),
  address: Address.nullable().meta({
    description: 'Postal address; null if there is none, or if the payer is a client.',
  }),
  taxId: line(40).nullable().meta({
    description: 'VAT identification number or tax number of the payer; null if there is none.',
    example: 'DE123456789',
  }),
  eInvoiceAddress: EInvoiceAddress.nullable().meta({
    description: 'Electronic address for e-invoices; null if there is none.',
    example: null,
  }),
  daysUntilDue: z.int().min(0).max(365).meta({
    description: 'Days from the issue of an invoice to its due date, from 0 to 365.',
    example: DEFAULT_DAYS_UNTIL_DUE,
  }),
}

export const Payer = resourceSchema('Payer', {
  id: idOf('payer'),
  kind: z.enum(PayerKind).meta({
    description: 'Kind of payer: a client, an insurer, a school or a state program.',
    example: 'INSURER',
  }),
  clientId: idOf('client')
    .nullable()
    .meta({ description: 'Client who pays; null if an organization pays.', example: null }),
  ...members,
  name: members.name.nullable(),
  ...archivableMembers,
})
export type Payer = z.infer<typeof Payer>

export const CreatePayer = z
  .strictObject({
    kind: Payer.shape.kind,
    clientId: idOf('client')
      .exactOptional()
      .meta({ description: 'Client who pays. Only for kind CLIENT.' }),
    name: members.name
      .exactOptional()
      .meta({ description: 'Name of the organization. Not for kind CLIENT.' }),
    email: members.email.default(null),
    address: members.address.default(null),
    taxId: members.taxId.default(null),
    eInvoiceAddress: members.eInvoiceAddress.default(null),
    daysUntilDue: members.daysUntilDue.default(DEFAULT_DAYS_UNTIL_DUE),
  })
  .meta({
    id: 'CreatePayer',
    example: {
      kind: 'INSURER',
      name: 'Statutory Health Insurance North',
      email: 'claims@insurance.example',
      daysUntilDue: 30,
    },
  })
export type CreatePayer = z.infer<typeof CreatePayer>

export const PatchPayer = z
  .strictObject({
    name: members.name.exactOptional(),
    email: members.email.exactOptional(),
    address: members.address.exactOptional(),
    taxId: members.taxId.exactOptional(),
    eInvoiceAddress: members.eInvoiceAddress.exactOptional(),
    daysUntilDue: members.daysUntilDue.exactOptional(),
  })
  .meta({ id: 'PatchPayer', example: { daysUntilDue: 14 } })
export type PatchPayer = z.infer<typeof PatchPayer>

export const toPayer = (row: PayerModel): Payer => ({
  id: row.id,
  kind: row.kind as Payer['kind'],
  clientId: row.clientId,
  name: row.name,
  email: row.email,
  address: fromJson(Address.nullable(), row.address),
  taxId: row.taxId,
  eInvoiceAddress: fromJson(EInvoiceAddress.nullable(), row.eInvoiceAddress),
  daysUntilDue: row.daysUntilDue,
  ...archivableOf(row),
})
