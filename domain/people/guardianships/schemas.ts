import { z } from 'zod'
import type { Guardianship as GuardianshipModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { line, recordMembers, recordOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { utcOrNull } from '#platform/core/time.ts'

const members = {
  relationship: line(60).meta({
    description: 'What the guardian is to the child, in words.',
    example: 'mother',
  }),
  legal: z.boolean().meta({
    description:
      'May consent for the child. Forms, reminders and other messages about the child go to legal guardians with an e-mail address: without one nobody is written to.',
    example: true,
  }),
  billing: z
    .boolean()
    .meta({ description: "Whom the child's orders are addressed to.", example: true }),
}

export const Guardianship = resourceSchema('Guardianship', {
  id: idOf('guardianship'),
  childId: idOf('child'),
  clientId: idOf('client'),
  ...members,
  endedAt: z.iso.datetime().nullable().meta({ description: 'Set when it ended.', example: null }),
  ...recordMembers,
})
export type Guardianship = z.infer<typeof Guardianship>

export const CreateGuardianship = z
  .strictObject({
    childId: idOf('child'),
    clientId: idOf('client'),
    relationship: members.relationship,
    legal: members.legal.default(false),
    billing: members.billing.default(false),
  })
  .meta({
    id: 'CreateGuardianship',
    example: {
      childId: exampleId('child'),
      clientId: exampleId('client'),
      relationship: 'mother',
      legal: true,
      billing: true,
    },
  })
export type CreateGuardianship = z.infer<typeof CreateGuardianship>

export const PatchGuardianship = z
  .strictObject({
    relationship: members.relationship.exactOptional(),
    legal: members.legal.exactOptional(),
    billing: members.billing.exactOptional(),
  })
  .meta({ id: 'PatchGuardianship', example: { billing: false } })
export type PatchGuardianship = z.infer<typeof PatchGuardianship>

export const toGuardianship = (row: GuardianshipModel): Guardianship => ({
  id: row.id,
  childId: row.childId,
  clientId: row.clientId,
  relationship: row.relationship,
  legal: row.legal,
  billing: row.billing,
  endedAt: utcOrNull(row.endedAt),
  ...recordOf(row),
})
