import { z } from 'zod'
import type { LegalEntity as LegalEntityModel } from '#prisma/generated/client.ts'
import { Address } from '#platform/core/contact/address.ts'
import { email, phone } from '#platform/core/contact/contact.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { EInvoiceAddress } from '../payers/schemas.ts'
import { DunningLevels } from './dunning-level.ts'

const members = {
  name: line(200).meta({
    description: 'Registered name, which invoices show.',
    example: 'Sunrise Therapy GmbH',
  }),
  address: Address.meta({ description: 'Postal address, which invoices show.' }),
  email: email().meta({
    description: 'E-mail address for questions about invoices.',
    example: 'billing@sunrise.example',
  }),
  phone: phone().nullable().meta({ description: 'Telephone number; null if there is none.' }),
  vatId: line(40).nullable().meta({
    description: 'VAT identification number with the country prefix; null if there is none.',
    example: 'DE123456789',
  }),
  taxNumber: line(40).nullable().meta({
    description: 'Tax number, if there is no VAT identification number; null if there is none.',
    example: null,
  }),
  iban: z
    .string()
    .regex(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$/, { error: 'must be an IBAN without spaces' })
    .nullable()
    .meta({
      description: 'IBAN for payments; null if there is none.',
      example: 'DE02120300000000202051',
    }),
  eInvoiceAddress: EInvoiceAddress.nullable().meta({
    description: 'Electronic address for e-invoices; null to use the e-mail address.',
    example: null,
  }),
  dunningLevels: DunningLevels,
}

const numberPrefix = z
  .string()
  .regex(/^[A-Z0-9]{1,10}$/, { error: 'must be 1 to 10 capital letters and digits' })
  .meta({
    description: 'Prefix of the invoice numbers. It cannot be changed.',
    example: 'SUN',
  })

export const LegalEntity = resourceSchema('LegalEntity', {
  id: idOf('legalEntity'),
  numberPrefix,
  ...members,
  ...archivableMembers,
})
export type LegalEntity = z.infer<typeof LegalEntity>

export const CreateLegalEntity = z
  .strictObject({
    numberPrefix,
    name: members.name,
    address: members.address,
    email: members.email,
    phone: members.phone.default(null),
    vatId: members.vatId.default(null),
    taxNumber: members.taxNumber.default(null),
    iban: members.iban.default(null),
    eInvoiceAddress: members.eInvoiceAddress.default(null),
    dunningLevels: members.dunningLevels.default([]),
  })
  .meta({
    id: 'CreateLegalEntity',
    example: {
      numberPrefix: 'SUN',
      name: 'Sunrise Therapy GmbH',
      address: { line1: 'Lindenstraße 12', city: 'Berlin', postalCode: '10969', country: 'DE' },
      email: 'billing@sunrise.example',
      vatId: 'DE123456789',
      iban: 'DE02120300000000202051',
    },
  })
export type CreateLegalEntity = z.infer<typeof CreateLegalEntity>

export const PatchLegalEntity = z
  .strictObject({
    name: members.name.exactOptional(),
    address: members.address.exactOptional(),
    email: members.email.exactOptional(),
    phone: members.phone.exactOptional(),
    vatId: members.vatId.exactOptional(),
    taxNumber: members.taxNumber.exactOptional(),
    iban: members.iban.exactOptional(),
    eInvoiceAddress: members.eInvoiceAddress.exactOptional(),
    dunningLevels: members.dunningLevels.exactOptional(),
  })
  .meta({ id: 'PatchLegalEntity', example: { email: 'accounts@sunrise.example' } })
export type PatchLegalEntity = z.infer<typeof PatchLegalEntity>

export const toLegalEntity = (row: LegalEntityModel): LegalEntity => ({
  id: row.id,
  numberPrefix: row.numberPrefix,
  name: row.name,
  address: fromJson(Address, row.address),
  email: row.email,
  phone: row.phone,
  vatId: row.vatId,
  taxNumber: row.taxNumber,
  iban: row.iban,
  eInvoiceAddress: fromJson(EInvoiceAddress.nullable(), row.eInvoiceAddress),
  dunningLevels: fromJson(DunningLevels, row.dunningLevels),
  ...archivableOf(row),
})
