import { z } from 'zod'
import type { Client as ClientModel } from '#prisma/generated/client.ts'
import { Address, PatchAddress } from '#platform/core/contact/address.ts'
import { email, phone } from '#platform/core/contact/contact.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line, prose } from '#platform/core/records/record.ts'
import { exampleOf, resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import {
  CUSTOM_FIELD_KEY,
  CUSTOM_FIELD_KEY_ERROR,
  MAX_CUSTOM_FIELDS,
} from '#organization/custom-fields/rules.ts'
import { languageTag } from '#messaging/locales/language-tag.ts'
import { locationMember } from '../persons/location-member.ts'
import { restrictedMember } from '../persons/restricted-member.ts'

const fieldValue = z.union([prose(2000), z.number(), z.boolean()], {
  error: 'must be text, a number, true or false',
})

const fieldsOf = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string().regex(CUSTOM_FIELD_KEY, { error: CUSTOM_FIELD_KEY_ERROR }), value)
    .refine((fields) => Object.keys(fields).length <= MAX_CUSTOM_FIELDS, {
      error: `must have at most ${MAX_CUSTOM_FIELDS} members`,
    })

const members = {
  name: line(200).meta({
    description: 'Full name of the person, or name of the organization that pays.',
    example: 'Mara Weiss',
  }),
  email: email().nullable().meta({
    description: 'Address for e-mail from the platform; null if there is none.',
    example: 'mara.weiss@example.com',
  }),
  phone: phone().nullable().meta({ description: 'Telephone number; null if there is none.' }),
  language: z.string().nullable().meta({
    description:
      'Language in which the person wants messages, as a BCP 47 tag; null for the centre’s language. A language without texts is allowed: `GET /v1/message-languages` lists what is missing.',
    example: 'es',
  }),
  address: Address.nullable().meta({ description: 'Postal address; null if none is recorded.' }),
  ...locationMember,
  custom_fields: fieldsOf(fieldValue).meta({
    description:
      'Values of the centre’s custom fields, by key. Until the centre creates its first custom field (`POST /v1/custom-fields`), any key is accepted; after that, only declared fields are.',
    example: { insurance_plan: 'public' },
  }),
}

const language = languageTag.nullable().meta({
  description:
    'Language in which the person wants messages, as a BCP 47 tag; null for the centre’s language.',
  example: 'es',
})

export const Client = resourceSchema('Client', {
  id: idOf('client'),
  ...members,
  ...restrictedMember,
  ...archivableMembers,
})
export type Client = z.infer<typeof Client>

export const CreateClient = z
  .strictObject({
    name: members.name,
    email: members.email.exactOptional(),
    phone: members.phone.exactOptional(),
    language: language.exactOptional(),
    address: members.address.exactOptional(),
    locationId: members.locationId.exactOptional(),
    custom_fields: members.custom_fields.exactOptional(),
  })
  .meta({
    id: 'CreateClient',
    example: {
      name: 'Mara Weiss',
      email: 'mara.weiss@example.com',
      custom_fields: { insurance_plan: 'public' },
    },
  })
export type CreateClient = z.infer<typeof CreateClient>

export const PatchClient = z
  .strictObject({
    name: members.name.exactOptional(),
    email: members.email.exactOptional(),
    phone: members.phone.exactOptional(),
    language: language.exactOptional(),
    address: PatchAddress.nullable().exactOptional().meta({
      description:
        'Postal address. Members that you omit stay unchanged; null removes the address.',
    }),
    locationId: members.locationId.exactOptional(),
    custom_fields: fieldsOf(fieldValue.nullable()).exactOptional().meta({
      description: 'Only the members you send change; null removes a value.',
    }),
  })
  .meta({ id: 'PatchClient', example: { custom_fields: { insurance_plan: 'private' } } })
export type PatchClient = z.infer<typeof PatchClient>

export const toClient = (row: ClientModel): Client => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  language: row.language,
  address: fromJson(Client.shape.address, row.address),
  locationId: row.locationId,
  custom_fields: fromJson(Client.shape.custom_fields, row.customFields),
  restrictedAt: utcOrNull(row.restrictedAt),
  ...archivableOf(row),
})

export const FoundClient = z
  .strictObject({
    score: z.number().meta({
      description: 'Similarity of the name, at most 1; 1 means identical.',
      example: 0.83,
    }),
    client: Client.meta({ description: 'The client’s record.' }),
  })
  .meta({ id: 'FoundClient', example: { score: 0.83, client: exampleOf(Client) } })
