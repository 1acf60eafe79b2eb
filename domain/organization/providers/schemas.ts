import { z } from 'zod'
import type { Provider as ProviderModel } from '#prisma/generated/client.ts'
import { email, phone } from '#platform/core/contact/contact.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import { profileMembers, profilePatches } from './profile-schemas.ts'
import { languageTag } from '#messaging/locales/language-tag.ts'
import { ProviderStatus, SuspensionReason } from './provider-status.ts'

const members = {
  name: line(200).meta({
    description: 'Full name with title, as shown to families.',
    example: 'Dr. Ana Ruiz',
  }),
  email: email().nullable().meta({
    description: 'Address for e-mail from the platform; null if there is none.',
    example: 'ana.ruiz@example.com',
  }),
  phone: phone().nullable().meta({ description: 'Telephone number; null if there is none.' }),
  specialties: z
    .array(line(100))
    .max(50)
    .meta({
      description: 'Specialties, at most 50, in the centre’s own words.',
      example: ['speech therapy'],
    }),
  languages: z
    .array(z.string())
    .max(50)
    .meta({ description: 'Languages, as BCP 47 tags.', example: ['de', 'es-MX'] }),
  locationIds: z
    .array(idOf('location'))
    .max(50)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'must not repeat a location' })
    .meta({
      description:
        'Locations where the provider works. Appointments without a location take place at the first one.',
      example: [exampleId('location')],
    }),
  ...profileMembers,
}

const languages = z
  .array(languageTag)
  .max(50)
  .meta({ description: 'Languages, as BCP 47 tags.', example: ['de', 'es-MX'] })

const statusNote = line(500).meta({ description: 'Reason for the status, for the centre’s staff.' })

export const Provider = resourceSchema('Provider', {
  id: idOf('provider'),
  ...members,
  status: ProviderStatus.meta({
    description:
      'Onboarding status; APPROVED if the centre creates the provider directly. Only APPROVED providers can be booked.',
    example: 'APPROVED',
  }),
  suspendedAt: z.iso.datetime().nullable().meta({
    description: 'When the provider was SUSPENDED, in UTC; null if the provider is not suspended.',
    example: null,
  }),
  suspensionReason: SuspensionReason.nullable().meta({
    description: 'Reason why the provider is SUSPENDED; null if the provider is not suspended.',
    example: null,
  }),
  statusNote: statusNote.nullable().meta({
    description: 'Note on the last change of status; null if there is none.',
    example: null,
  }),
  ...archivableMembers,
})
export type Provider = z.infer<typeof Provider>

export const SuspendProvider = z
  .strictObject({
    reason: SuspensionReason.meta({ description: 'Reason why the provider cannot be booked.' }),
    note: statusNote.exactOptional(),
  })
  .meta({
    id: 'SuspendProvider',
    example: { reason: 'OTHER', note: 'Until the insurance is renewed' },
  })
export type SuspendProvider = z.infer<typeof SuspendProvider>

export const ReinstateProvider = z
  .strictObject({
    note: statusNote.meta({ description: 'Reason why the provider can be booked again.' }),
  })
  .meta({ id: 'ReinstateProvider', example: { note: 'The insurance was renewed' } })
export type ReinstateProvider = z.infer<typeof ReinstateProvider>

export const CreateProvider = z
  .strictObject({
    name: members.name,
    email: members.email.exactOptional(),
    phone: members.phone.exactOptional(),
    specialties: members.specialties.default([]),
    languages: languages
      .default([])
      .meta({ description: 'Languages in which the provider treats children, as BCP 47 tags.' }),
    locationIds: members.locationIds.default([]),
    profession: members.profession.exactOptional(),
    npi: members.npi.exactOptional(),
    insurance: members.insurance.exactOptional(),
    ageRange: members.ageRange.exactOptional(),
    modalities: members.modalities
      .exactOptional()
      .meta({ description: 'Modalities. Defaults to only at the centre.' }),
    serviceArea: members.serviceArea.exactOptional(),
    biography: members.biography.exactOptional(),
    photographUrl: members.photographUrl.exactOptional(),
    meetingUrl: members.meetingUrl.exactOptional(),
    payers: members.payers.exactOptional(),
    acceptsNewClients: members.acceptsNewClients
      .exactOptional()
      .meta({ description: 'Whether the provider accepts new children. Defaults to true.' }),
    caseloadLimit: members.caseloadLimit.exactOptional(),
  })
  .meta({
    id: 'CreateProvider',
    example: {
      name: 'Dr. Ana Ruiz',
      specialties: ['speech therapy'],
      languages: ['de', 'es-MX'],
      locationIds: [exampleId('location')],
    },
  })
export type CreateProvider = z.infer<typeof CreateProvider>

export const PatchProvider = z
  .strictObject({
    name: members.name.exactOptional(),
    email: members.email.exactOptional(),
    phone: members.phone.exactOptional(),
    specialties: members.specialties.exactOptional(),
    languages: languages.exactOptional(),
    locationIds: members.locationIds.exactOptional(),
    profession: members.profession.exactOptional(),
    npi: members.npi.exactOptional(),
    modalities: members.modalities.exactOptional(),
    biography: members.biography.exactOptional(),
    photographUrl: members.photographUrl.exactOptional(),
    meetingUrl: members.meetingUrl.exactOptional(),
    payers: members.payers.exactOptional(),
    acceptsNewClients: members.acceptsNewClients.exactOptional(),
    caseloadLimit: members.caseloadLimit.exactOptional(),
    ...profilePatches,
  })
  .meta({ id: 'PatchProvider', example: { specialties: ['speech therapy', 'stuttering'] } })
export type PatchProvider = z.infer<typeof PatchProvider>

export const toProvider = (row: ProviderModel): Provider => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  specialties: row.specialties,
  languages: row.languages,
  locationIds: row.locationIds,
  profession: row.profession as Provider['profession'],
  npi: row.npi,
  insurance: fromJson(Provider.shape.insurance, row.insurance),
  ageRange: fromJson(Provider.shape.ageRange, row.ageRange),
  modalities: row.modalities as Provider['modalities'],
  serviceArea: fromJson(Provider.shape.serviceArea, row.serviceArea),
  biography: row.biography,
  photographUrl: row.photographUrl,
  meetingUrl: row.meetingUrl,
  payers: row.payers,
  acceptsNewClients: row.acceptsNewClients,
  caseloadLimit: row.caseloadLimit,
  status: row.status as ProviderStatus,
  suspendedAt: utcOrNull(row.suspendedAt),
  suspensionReason: row.suspensionReason as SuspensionReason | null,
  statusNote: row.statusNote,
  ...archivableOf(row),
})
