import { z } from 'zod'
import type { Child as ChildModel } from '../../prisma/generated/client.ts'
import { idOf } from '../core/ids.ts'
import { archivableMembers, archivableOf, line, prose } from '../core/record.ts'
import { resourceSchema } from '../core/resource-schema.ts'
import { calendarDate, dateText } from '../core/time.ts'

const referralMembers = {
  source: line(200).meta({ example: 'Dr. Klein, paediatrician' }),
  date: calendarDate().meta({ example: '2026-10-05' }),
  note: prose(2000).meta({ example: 'Hearing test was normal.' }),
}

export const Referral = z
  .strictObject({
    source: referralMembers.source,
    date: referralMembers.date.exactOptional(),
    note: referralMembers.note.exactOptional(),
  })
  .meta({ id: 'Referral', example: { source: 'Dr. Klein, paediatrician', date: '2026-10-05' } })
export type Referral = z.infer<typeof Referral>

const PatchReferral = z
  .strictObject({
    source: referralMembers.source.exactOptional(),
    date: referralMembers.date.nullable().exactOptional(),
    note: referralMembers.note.nullable().exactOptional(),
  })
  .meta({ id: 'PatchReferral', example: { note: 'Hearing test was normal.' } })

const members = {
  firstName: line(100).meta({ example: 'Lena' }),
  lastName: line(100).meta({ example: 'Weiss' }),
  birthDate: calendarDate().meta({ example: '2021-04-30' }),
  programme: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,62}$/, { error: 'must be of the form EARLY_INTERVENTION' })
    .nullable()
    .meta({ example: 'EARLY_INTERVENTION' }),
  primaryProviderId: idOf('provider').nullable(),
  referral: Referral.nullable(),
}

export const Child = resourceSchema('Child', {
  id: idOf('child'),
  ...members,
  ...archivableMembers,
})
export type Child = z.infer<typeof Child>

export const CreateChild = z
  .strictObject({
    firstName: members.firstName,
    lastName: members.lastName,
    birthDate: members.birthDate,
    programme: members.programme.exactOptional(),
    primaryProviderId: members.primaryProviderId.exactOptional(),
    referral: members.referral.exactOptional(),
  })
  .meta({
    id: 'CreateChild',
    example: {
      firstName: 'Lena',
      lastName: 'Weiss',
      birthDate: '2021-04-30',
      programme: 'EARLY_INTERVENTION',
      referral: { source: 'Dr. Klein, paediatrician', date: '2026-10-05' },
    },
  })
export type CreateChild = z.infer<typeof CreateChild>

export const PatchChild = z
  .strictObject({
    firstName: members.firstName.exactOptional(),
    lastName: members.lastName.exactOptional(),
    birthDate: members.birthDate.exactOptional(),
    programme: members.programme.exactOptional(),
    primaryProviderId: members.primaryProviderId.exactOptional(),
    referral: PatchReferral.nullable().exactOptional(),
  })
  .meta({ id: 'PatchChild', example: { programme: 'SCHOOL_AGE' } })
export type PatchChild = z.infer<typeof PatchChild>

export const toChild = (row: ChildModel): Child => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  birthDate: dateText(row.birthDate),
  programme: row.programme,
  primaryProviderId: row.primaryProviderId,
  referral: row.referral as Referral | null,
  ...archivableOf(row),
})
