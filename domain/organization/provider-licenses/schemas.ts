import { z } from 'zod'
import type { ProviderLicense as ProviderLicenseModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line, prose } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateTextOrNull, utcOrNull } from '#platform/core/time/time.ts'
import { Profession } from '../providers/profile-schemas.ts'
import {
  VERIFICATION_METHOD,
  VERIFICATION_STATUS,
  type VerificationMethod,
  type VerificationStatus,
} from './rules.ts'

/** A country subdivision by ISO 3166-2, to which a license belongs. */
export const licenseState = () =>
  z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, {
    error: 'must be an ISO 3166-2 subdivision, such as US-IL',
  })

const members = {
  profession: Profession.meta({ description: 'Profession for which the license is valid.' }),
  number: line(100).meta({
    description: 'License number, as the authority writes it.',
    example: '146.009812',
  }),
  authority: line(200).meta({
    description: 'Issuing authority.',
    example: 'Illinois Department of Financial and Professional Regulation',
  }),
  state: licenseState().meta({
    description:
      'State in which the license allows its holder to practise, as an ISO 3166-2 subdivision.',
    example: 'US-IL',
  }),
  issuedOn: calendarDate().nullable().meta({
    description: 'First day of validity; null if it is not known.',
    example: '2025-11-01',
  }),
  expiresOn: calendarDate().nullable().meta({
    description:
      'Expiry date. The license is no longer valid from the beginning of this day, in the centre’s time zone. Null if it does not expire.',
    example: '2027-10-31',
  }),
}

/** An item of the comparison. */
const Evidence = z
  .strictObject({
    field: z.string().meta({ description: 'Member that was compared.', example: 'licenseNumber' }),
    expected: z
      .string()
      .nullable()
      .meta({ description: 'Value on record.', example: '146.009812' }),
    found: z.string().nullable().meta({
      description: 'Value in the registry; null if there is none.',
      example: '146.009812',
    }),
    matches: z.boolean().meta({ description: 'Whether both values are the same.', example: true }),
  })
  .meta({ id: 'LicenseEvidence' })

const note = prose(2_000).min(1).meta({
  description: 'How and where you verified the license.',
  example: 'Wall certificate, seen at the interview',
})

const when = (description: string) =>
  z.iso.datetime().nullable().meta({ description, example: null })

const Verification = z
  .strictObject({
    status: z.enum(VERIFICATION_STATUS).meta({
      description:
        'Status of the verification. PENDING: a registry is being queried. MISMATCH: the registry’s answer differs, and a person must check.',
      example: 'UNVERIFIED',
    }),
    method: z.enum(VERIFICATION_METHOD).nullable().meta({
      description: 'How the license was last checked; null if it never was.',
      example: null,
    }),
    verifiedAt: when(
      'When the license became valid on the platform, in UTC; null while it is not valid. It stays valid during another check.',
    ),
    verifiedBy: z.string().nullable().meta({
      description:
        'Who verified the license: the ID of a user or an API key, or `platform`; null while it is not verified.',
      example: null,
    }),
    alone: z.boolean().meta({
      description:
        'Whether the holder verified the license, as the only person of the centre who could (`soleApprovals` in `GET /v1/organization`).',
      example: false,
    }),
    checkedAt: when('When the license was last checked, in UTC; null if it never was.'),
    source: z.string().nullable().meta({
      description: 'Registry that was queried last; null if there is none.',
      example: null,
    }),
    note: note.nullable().meta({
      description:
        'Note of the person who verified the license, or the reason why a check ended without an answer.',
      example: null,
    }),
    evidence: z.array(Evidence).meta({
      description: 'Response of the registry. It is kept even if a person decides otherwise.',
      example: [],
    }),
  })
  .meta({ id: 'LicenseVerification' })

export const ProviderLicense = resourceSchema('ProviderLicense', {
  id: idOf('providerLicense'),
  providerId: idOf('provider').meta({ description: 'Provider who holds the license.' }),
  ...members,
  verification: Verification.meta({ description: 'Whether the license is verified, and how.' }),
  ...archivableMembers,
})
export type ProviderLicense = z.infer<typeof ProviderLicense>

export const CreateProviderLicense = z
  .strictObject({
    providerId: idOf('provider').meta({ description: 'Provider who holds the license.' }),
    ...members,
    issuedOn: members.issuedOn.default(null),
  })
  .meta({
    id: 'CreateProviderLicense',
    example: {
      providerId: exampleId('provider'),
      profession: 'SPEECH_LANGUAGE_PATHOLOGIST',
      number: '146.009812',
      authority: 'Illinois Department of Financial and Professional Regulation',
      state: 'US-IL',
      issuedOn: '2025-11-01',
      expiresOn: '2027-10-31',
    },
  })
export type CreateProviderLicense = z.infer<typeof CreateProviderLicense>

export const PatchProviderLicense = z
  .strictObject({
    profession: members.profession.exactOptional(),
    number: members.number.exactOptional(),
    authority: members.authority.exactOptional(),
    state: members.state.exactOptional(),
    issuedOn: members.issuedOn.exactOptional(),
    expiresOn: members.expiresOn.exactOptional(),
  })
  .meta({ id: 'PatchProviderLicense', example: { expiresOn: '2029-10-31' } })
export type PatchProviderLicense = z.infer<typeof PatchProviderLicense>

export const VerifyProviderLicense = z
  .strictObject({
    method: z.enum(VERIFICATION_METHOD).meta({
      description: 'How you verified the license. REGISTRY: you looked it up yourself.',
      example: 'DOCUMENT',
    }),
    note,
  })
  .meta({
    id: 'VerifyProviderLicense',
    example: { method: 'DOCUMENT', note: 'Wall certificate, seen at the interview' },
  })
export type VerifyProviderLicense = z.infer<typeof VerifyProviderLicense>

export const toProviderLicense = (row: ProviderLicenseModel): ProviderLicense => ({
  id: row.id,
  providerId: row.providerId,
  profession: row.profession as ProviderLicense['profession'],
  number: row.number,
  authority: row.authority,
  state: row.state,
  issuedOn: dateTextOrNull(row.issuedOn),
  expiresOn: dateTextOrNull(row.expiresOn),
  verification: {
    status: row.verificationStatus as VerificationStatus,
    method: row.verificationMethod as VerificationMethod | null,
    verifiedAt: utcOrNull(row.verifiedAt),
    verifiedBy: row.verifiedBy,
    alone: row.verifiedAlone,
    checkedAt: utcOrNull(row.checkedAt),
    source: row.verificationSource,
    note: row.verificationNote,
    evidence: fromJson(z.array(Evidence), row.evidence),
  },
  ...archivableOf(row),
})
