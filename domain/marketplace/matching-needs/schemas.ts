import { z } from 'zod'
import type { MatchingNeed as MatchingNeedModel } from '#prisma/generated/client.ts'
import { Profession } from '#organization/providers/profile-schemas.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'

/** The criteria of a match. */
export const needCode = () =>
  z.string().regex(/^[a-z][a-z0-9_]{0,59}$/, {
    error: 'must be lower-case letters, digits and underscores, such as speech_delay',
  })

const members = {
  code: needCode().meta({
    description: 'Code used in matches; it cannot change.',
    example: 'speech_delay',
  }),
  name: line(200).meta({
    description: 'Name of the need, as shown to people.',
    example: 'Speech delay',
  }),
  specialties: z
    .array(line(100))
    .min(1)
    .max(50)
    .meta({
      description:
        'Specialties of providers, from 1 to 50, regardless of case. A provider with any of them meets the need.',
      example: ['speech therapy'],
    }),
  professions: z
    .array(Profession)
    .max(15)
    .meta({
      description: 'Professions that can meet the need; empty for any profession.',
      example: ['SPEECH_LANGUAGE_PATHOLOGIST'],
    }),
  goalAreas: z
    .array(line(100))
    .max(50)
    .meta({
      description:
        'Areas of goals, at most 50, regardless of case. A child with an active goal in one of these areas has this need.',
      example: ['Articulation'],
    }),
}

export const MatchingNeed = resourceSchema('MatchingNeed', {
  id: idOf('matchingNeed'),
  ...members,
  ...archivableMembers,
})
export type MatchingNeed = z.infer<typeof MatchingNeed>

export const CreateMatchingNeed = z
  .strictObject({
    ...members,
    professions: members.professions.default([]),
    goalAreas: members.goalAreas.default([]),
  })
  .meta({
    id: 'CreateMatchingNeed',
    example: { code: 'speech_delay', name: 'Speech delay', specialties: ['speech therapy'] },
  })
export type CreateMatchingNeed = z.infer<typeof CreateMatchingNeed>

export const PatchMatchingNeed = z
  .strictObject({
    name: members.name.exactOptional(),
    specialties: members.specialties.exactOptional(),
    professions: members.professions.exactOptional(),
    goalAreas: members.goalAreas.exactOptional(),
  })
  .meta({ id: 'PatchMatchingNeed', example: { specialties: ['speech therapy', 'stuttering'] } })
export type PatchMatchingNeed = z.infer<typeof PatchMatchingNeed>

export const toMatchingNeed = (row: MatchingNeedModel): MatchingNeed => ({
  id: row.id,
  code: row.code,
  name: row.name,
  specialties: row.specialties,
  professions: row.professions as Profession[],
  goalAreas: row.goalAreas,
  ...archivableOf(row),
})

type Profession = z.infer<typeof Profession>
