import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { because } from '#platform/core/input/issue.ts'
import { line, prose } from '#platform/core/records/record.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { meetingUrl } from '../services/places-of-service.ts'
import { isNpi } from './is-npi.ts'

/** The profession for which a license, or an onboarding requirement, applies. */
export const Profession = growing(
  z.enum([
    'SPEECH_LANGUAGE_PATHOLOGIST',
    'OCCUPATIONAL_THERAPIST',
    'PHYSICAL_THERAPIST',
    'PSYCHOLOGIST',
    'BEHAVIOR_ANALYST',
    'SPECIAL_EDUCATOR',
    'SOCIAL_WORKER',
    'AUDIOLOGIST',
    'PHYSICIAN',
    'NURSE',
    'DIETITIAN',
    'COUNSELOR',
    'MUSIC_THERAPIST',
    'ART_THERAPIST',
    'OTHER',
  ]),
)

export const MODALITIES = ['CLINIC', 'HOME', 'TELEHEALTH'] as const

const months = () => z.int().min(0).max(1200)
const inOrder = ({ fromMonths, toMonths }: { fromMonths: number; toMonths: number | null }) =>
  toMonths === null || toMonths > fromMonths

const rangeMembers = {
  fromMonths: months().meta({ description: 'Minimum age, in whole months.', example: 18 }),
  toMonths: months().nullable().meta({
    description: 'Maximum age in months, exclusive; null for no limit.',
    example: 144,
  }),
}

/** The ages of the children whom a provider treats. */
export const AgeRange = z
  .strictObject({ ...rangeMembers, toMonths: rangeMembers.toMonths.default(null) })
  .refine(inOrder, {
    error: 'must be greater than fromMonths',
    path: ['toMonths'],
    params: because('inverted_range'),
  })
  .meta({ id: 'AgeRange', example: { fromMonths: 18, toMonths: 144 } })

const insuranceMembers = {
  carrier: line(200).meta({
    description: 'Name of the insurer.',
    example: 'Allied Professional Mutual',
  }),
  policyNumber: line(100).meta({
    description: 'Policy number, as on the policy.',
    example: 'PL-204-118',
  }),
  expiresOn: calendarDate().meta({ description: 'Last day of coverage.', example: '2027-12-31' }),
}

/** Professional liability insurance. */
export const ProviderInsurance = z.strictObject(insuranceMembers).meta({ id: 'ProviderInsurance' })

const areaMembers = {
  latitude: z
    .number()
    .min(-90)
    .max(90)
    .meta({ description: 'Latitude in WGS 84.', example: 39.7817 }),
  longitude: z
    .number()
    .min(-180)
    .max(180)
    .meta({ description: 'Longitude in WGS 84.', example: -89.6501 }),
  radiusKm: z
    .number()
    .min(0.1)
    .max(1000)
    .meta({ description: 'Maximum distance in kilometres, in a straight line.', example: 25 }),
}

/** The area in which a provider makes home visits. */
export const ServiceArea = z.strictObject(areaMembers).meta({ id: 'ServiceArea' })

/** Merge patches: given members change, and the others stay. */
export const profilePatches = {
  ageRange: z
    .strictObject({
      fromMonths: rangeMembers.fromMonths.exactOptional(),
      toMonths: rangeMembers.toMonths.exactOptional(),
    })
    .nullable()
    .exactOptional()
    .meta({ description: 'Ages of children treated; null removes it.' }),
  insurance: z
    .strictObject({
      carrier: insuranceMembers.carrier.exactOptional(),
      policyNumber: insuranceMembers.policyNumber.exactOptional(),
      expiresOn: insuranceMembers.expiresOn.exactOptional(),
    })
    .nullable()
    .exactOptional()
    .meta({ description: 'Professional liability insurance; null removes it.' }),
  serviceArea: z
    .strictObject({
      latitude: areaMembers.latitude.exactOptional(),
      longitude: areaMembers.longitude.exactOptional(),
      radiusKm: areaMembers.radiusKm.exactOptional(),
    })
    .nullable()
    .exactOptional()
    .meta({ description: 'Area in which the provider makes home visits; null removes it.' }),
}

/** A provider's profile for families and payers. The centre maintains it. */
export const profileMembers = {
  profession: Profession.nullable().meta({
    description: 'Profession of the provider; null if it is not known.',
  }),
  npi: z
    .string()
    .refine(isNpi, {
      error: 'must be a national provider identifier: ten digits including a valid check digit',
      params: because('invalid_format'),
    })
    .nullable()
    .meta({
      description:
        'National provider identifier (45 CFR 162.406), unique in the centre; null if there is none.',
      example: '1234567893',
    }),
  insurance: ProviderInsurance.nullable().meta({
    description: 'Professional liability insurance; null if none is on record.',
  }),
  ageRange: AgeRange.nullable().meta({
    description: 'Ages of children treated; null for all ages.',
  }),
  modalities: z
    .array(z.enum(MODALITIES))
    .min(1)
    .max(MODALITIES.length)
    .refine((items) => new Set(items).size === items.length, {
      error: 'must not repeat a modality',
    })
    .meta({
      description: 'Modalities: at the centre, at home, by video.',
      example: ['CLINIC'],
    }),
  serviceArea: ServiceArea.nullable().meta({
    description: 'Area in which the provider makes home visits; null if it is not known.',
  }),
  biography: prose(5000).nullable().meta({
    description: 'Profile text for families; null if there is none.',
    example: 'Works with children who stutter.',
  }),
  photographUrl: z
    .url({ protocol: /^https$/, error: 'must be an https URL' })
    .max(2048)
    .nullable()
    .meta({
      description:
        'https URL of a published photograph; null if there is none. The platform does not fetch it.',
      example: 'https://images.example.com/ana-ruiz.jpg',
    }),
  meetingUrl: meetingUrl.nullable().meta({
    description:
      'https URL of the provider’s own video room, for TELEHEALTH appointments without a `meetingUrl` of their own; null if there is none.',
    example: 'https://video.example.com/ana-ruiz',
  }),
  payers: z
    .array(line(100))
    .max(100)
    .meta({
      description: 'Payers that the provider accepts, at most 100, in the centre’s own words.',
      example: ['Medicaid'],
    }),
  acceptsNewClients: z
    .boolean()
    .meta({ description: 'Whether the provider accepts new children.', example: true }),
  caseloadLimit: z.int().min(0).max(10_000).nullable().meta({
    description: 'Maximum number of children; null for no limit.',
    example: 40,
  }),
}
