import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import type { CareTeamMember as CareTeamMemberModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { instant, utc, utcOrNull } from '#platform/core/time/time.ts'

export const CareTeamRole = ['LEAD', 'THERAPIST', 'ASSISTANT', 'COORDINATOR', 'CONSULTANT'] as const

const members = {
  childId: idOf('child'),
  providerId: idOf('provider'),
  role: z
    .enum(CareTeamRole)
    .meta({ description: 'Role of the provider for the child.', example: 'THERAPIST' }),
}
const STARTS = 'When the provider begins to see the child’s records. Defaults to now.'
const ENDS = 'When the membership ends; null if no end is planned.'

export const CareTeamMember = resourceSchema('CareTeamMember', {
  id: idOf('careTeamMember'),
  ...members,
  startsAt: z.iso.datetime().meta({ description: STARTS, example: '2026-11-21T09:30:00.000Z' }),
  endsAt: z.iso.datetime().nullable().meta({ description: ENDS, example: null }),
  addedBy: z.string().meta({
    description: 'ID of the user or API key that added the provider to the care team.',
    example: exampleId('apiKey'),
  }),
  ...recordMembers,
})
export type CareTeamMember = z.infer<typeof CareTeamMember>

export const AddCareTeamMember = z
  .strictObject({
    ...members,
    startsAt: instant()
      .exactOptional()
      .meta({ description: STARTS, example: '2026-12-01T00:00:00Z' }),
    endsAt: instant().exactOptional().meta({ description: ENDS, example: '2027-12-01T00:00:00Z' }),
  })
  .meta({
    id: 'AddCareTeamMember',
    example: { childId: exampleId('child'), providerId: exampleId('provider'), role: 'ASSISTANT' },
  })
export type AddCareTeamMember = z.infer<typeof AddCareTeamMember>

export const toCareTeamMember = (row: CareTeamMemberModel): CareTeamMember => ({
  id: row.id,
  childId: row.childId,
  providerId: row.providerId,
  role: row.role,
  startsAt: utc(row.startsAt),
  endsAt: utcOrNull(row.endsAt),
  addedBy: row.addedBy,
  ...recordOf(row),
})

/** Why a child belongs to a caseload; the same values as in therapy.caseload_of(). */
const CaseloadReason = [
  'PRIMARY_PROVIDER',
  'CARE_TEAM',
  'APPOINTMENT',
  'SESSION',
  'COORDINATOR',
  'BREAK_GLASS',
] as const

export const Caseload = resourceSchema('Caseload', {
  providerId: idOf('provider'),
  team: z
    .array(idOf('provider'))
    .meta({ description: 'The provider and the provider’s current supervisees.' }),
  children: z
    .array(
      z.strictObject({
        childId: idOf('child'),
        firstName: z.string().meta({ description: 'First name of the child.', example: 'Lena' }),
        lastName: z.string().meta({ description: 'Last name of the child.', example: 'Weiss' }),
        reasons: z
          .array(
            z.strictObject({
              reason: growing(z.enum(CaseloadReason)).meta({
                description: 'Why the provider sees the child.',
                example: 'APPOINTMENT',
              }),
              providerId: idOf('provider').meta({ description: 'Role in the team.' }),
              endsAt: z.iso.datetime().nullable().meta({
                description: 'Whether the reason applies now.',
                example: '2027-02-19T09:30:00.000Z',
              }),
            }),
          )
          .meta({ description: 'All reasons for which the provider sees the child.' }),
      }),
    )
    .meta({ description: 'Children whom the provider sees.' }),
})
export type Caseload = z.infer<typeof Caseload>
