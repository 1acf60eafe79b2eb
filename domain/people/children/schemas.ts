import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import type { Child as ChildModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { because } from '#platform/core/input/issue.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line, prose } from '#platform/core/records/record.ts'
import { exampleOf, resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateText, utcOrNull } from '#platform/core/time/time.ts'
import { locationMember } from '../persons/location-member.ts'
import { restrictedMember } from '../persons/restricted-member.ts'

const referralMembers = {
  source: line(200).meta({
    description: 'Person or organization that referred the child.',
    example: 'Dr. Klein, pediatrician',
  }),
  receivedOn: calendarDate().meta({
    description: 'Date of the referral, as YYYY-MM-DD.',
    example: '2026-10-05',
  }),
  note: prose(2000).meta({
    description: 'Text of the referral, up to 2,000 characters.',
    example: 'Hearing test was normal.',
  }),
}

export const Referral = z
  .strictObject({
    source: referralMembers.source,
    receivedOn: referralMembers.receivedOn.exactOptional(),
    note: referralMembers.note.exactOptional(),
  })
  .meta({
    id: 'Referral',
    example: { source: 'Dr. Klein, pediatrician', receivedOn: '2026-10-05' },
  })
export type Referral = z.infer<typeof Referral>

const PatchReferral = z
  .strictObject({
    source: referralMembers.source.exactOptional(),
    receivedOn: referralMembers.receivedOn
      .nullable()
      .exactOptional()
      .meta({ description: 'Date of the referral, as YYYY-MM-DD; null removes it.' }),
    note: referralMembers.note
      .nullable()
      .exactOptional()
      .meta({ description: 'Text of the referral, up to 2,000 characters; null removes it.' }),
  })
  .meta({ id: 'PatchReferral', example: { note: 'Hearing test was normal.' } })

export const AlertKind = ['ALLERGY', 'MEDICAL', 'BEHAVIOR', 'SAFEGUARDING', 'OTHER'] as const

const alert = z.strictObject({
  kind: z.enum(AlertKind).meta({ description: 'Subject of the alert.' }),
  text: line(500).meta({
    description: 'Information that everybody who treats the child must know.',
    example: 'Peanuts: carries an autoinjector',
  }),
})

const members = {
  firstName: line(100).meta({ description: 'First name of the child.', example: 'Lena' }),
  lastName: line(100).meta({ description: 'Last name of the child.', example: 'Weiss' }),
  birthDate: calendarDate().meta({
    description: 'Date of birth, as YYYY-MM-DD.',
    example: '2021-04-30',
  }),
  fundingProgram: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,62}$/, {
      error: 'must be upper-case letters, digits and underscores, such as EARLY_INTERVENTION',
    })
    .nullable()
    .meta({
      description:
        'Code of the program that pays for the child, in capitals; null if no program pays.',
      example: 'EARLY_INTERVENTION',
    }),
  primaryProviderId: idOf('provider').nullable(),
  ...locationMember,
  referral: Referral.nullable().meta({
    description: 'Source, date and text of the referral; null if the child was not referred.',
  }),
  alerts: z
    .array(alert)
    .max(20)
    .meta({
      description: 'Information that everybody who works with the child must know.',
      example: [{ kind: 'ALLERGY', text: 'Peanuts: carries an autoinjector' }],
    }),
  labelIds: z
    .array(idOf('label'))
    .max(20)
    .refine((ids) => new Set(ids).size === ids.length, {
      error: 'must not contain duplicates',
      params: because('duplicate'),
    })
    .meta({ description: 'Labels of the child, at most 20.', example: [] }),
}

export const Child = resourceSchema('Child', {
  id: idOf('child'),
  ...members,
  mergedIntoId: idOf('child')
    .nullable()
    .meta({ description: 'The record that this one was merged into.', example: null }),
  ...restrictedMember,
  dischargedAt: z.iso.datetime().nullable().meta({
    description:
      'When the child’s care ends or ended, in UTC; null while the child is in care. Nothing new can begin from then on, until the child is readmitted.',
    example: null,
  }),
  ...archivableMembers,
})
export type Child = z.infer<typeof Child>

export const CreateChild = z
  .strictObject({
    firstName: members.firstName,
    lastName: members.lastName,
    birthDate: members.birthDate,
    fundingProgram: members.fundingProgram.exactOptional(),
    primaryProviderId: members.primaryProviderId.exactOptional(),
    locationId: members.locationId.exactOptional(),
    referral: members.referral.exactOptional(),
    alerts: members.alerts.exactOptional(),
    labelIds: members.labelIds.exactOptional(),
  })
  .meta({
    id: 'CreateChild',
    example: {
      firstName: 'Lena',
      lastName: 'Weiss',
      birthDate: '2021-04-30',
      fundingProgram: 'EARLY_INTERVENTION',
      referral: { source: 'Dr. Klein, pediatrician', receivedOn: '2026-10-05' },
    },
  })
export type CreateChild = z.infer<typeof CreateChild>

export const PatchChild = z
  .strictObject({
    firstName: members.firstName.exactOptional(),
    lastName: members.lastName.exactOptional(),
    birthDate: members.birthDate.exactOptional(),
    fundingProgram: members.fundingProgram.exactOptional(),
    primaryProviderId: members.primaryProviderId.exactOptional(),
    locationId: members.locationId.exactOptional(),
    referral: PatchReferral.nullable().exactOptional().meta({
      description:
        'New values of the referral. Members that you omit stay unchanged; null removes the referral.',
    }),
    alerts: members.alerts.exactOptional(),
    labelIds: members.labelIds.exactOptional(),
  })
  .meta({ id: 'PatchChild', example: { fundingProgram: 'SCHOOL_AGE' } })
export type PatchChild = z.infer<typeof PatchChild>

export const toChild = (row: ChildModel): Child => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  birthDate: dateText(row.birthDate),
  fundingProgram: row.fundingProgram,
  primaryProviderId: row.primaryProviderId,
  locationId: row.locationId,
  referral: fromJson(Child.shape.referral, row.referral),
  alerts: fromJson(Child.shape.alerts, row.alerts),
  labelIds: row.labelIds,
  mergedIntoId: row.mergedIntoId,
  restrictedAt: utcOrNull(row.restrictedAt),
  dischargedAt: utcOrNull(row.dischargedAt),
  ...archivableOf(row),
})

export const FoundChild = z
  .strictObject({
    score: z.number().meta({
      description: 'Similarity of the name, at most 1; 1 means identical.',
      example: 0.83,
    }),
    child: Child.meta({ description: 'The child’s record.' }),
  })
  .meta({ id: 'FoundChild', example: { score: 0.83, child: exampleOf(Child) } })

export const DuplicateReason = [
  'same_birth_date',
  'similar_birth_date',
  'same_guardian',
  'similar_name',
] as const

export const DuplicateCandidate = z
  .strictObject({
    score: z
      .number()
      .meta({ description: 'Combined score of all reasons, at most 1.', example: 0.92 }),
    reasons: z.array(growing(z.enum(DuplicateReason))).meta({
      description: 'Reasons why the two records may be of the same child.',
      example: ['similar_name', 'same_birth_date'],
    }),
    child: Child.meta({ description: 'The other child’s record.' }),
  })
  .meta({
    id: 'DuplicateCandidate',
    example: { score: 0.92, reasons: ['similar_name', 'same_birth_date'], child: exampleOf(Child) },
  })
