import { z } from 'zod'
import type { Guardianship as GuardianshipModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utcOrNull } from '#platform/core/time/time.ts'

/** The kinds of parents according to 34 CFR 303.27; a surrogate parent is assigned under 303.422. */
export const GUARDIANSHIP_KINDS = [
  'PARENT',
  'LEGAL_GUARDIAN',
  'FOSTER_PARENT',
  'SURROGATE_PARENT',
  'OTHER',
] as const

const members = {
  relationship: line(60).meta({
    description: 'Relationship of the guardian to the child, in words.',
    example: 'mother',
  }),
  kind: z.enum(GUARDIANSHIP_KINDS).nullable().meta({
    description:
      'Legal status of the guardian; null if not known. Foster and surrogate parents get check-ins like legal guardians.',
    example: 'PARENT',
  }),
  legal: z.boolean().meta({
    description:
      'Whether the guardian can consent for the child. Forms, reminders and other messages about the child go to legal guardians with an e-mail address; if there are none, no messages are sent.',
    example: true,
  }),
  billing: z.boolean().meta({
    description: "Whether the child's orders are addressed to this guardian.",
    example: true,
  }),
  payerId: idOf('payer').nullable().meta({
    description:
      "Payer of the child's orders instead of the billing guardian, such as an insurer; null if the billing guardian pays.",
    example: null,
  }),
}

export const Guardianship = resourceSchema('Guardianship', {
  id: idOf('guardianship'),
  childId: idOf('child'),
  clientId: idOf('client'),
  ...members,
  endedAt: z.iso.datetime().nullable().meta({
    description: 'When the relationship ended, in UTC; null if it has not ended.',
    example: null,
  }),
  ...recordMembers,
})
export type Guardianship = z.infer<typeof Guardianship>

export const CreateGuardianship = z
  .strictObject({
    childId: idOf('child'),
    clientId: idOf('client'),
    relationship: members.relationship,
    kind: members.kind.exactOptional(),
    legal: members.legal.default(false),
    billing: members.billing.default(false),
    payerId: members.payerId.exactOptional(),
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
    kind: members.kind.exactOptional(),
    legal: members.legal.exactOptional(),
    billing: members.billing.exactOptional(),
    payerId: members.payerId.exactOptional(),
  })
  .meta({ id: 'PatchGuardianship', example: { billing: false } })
export type PatchGuardianship = z.infer<typeof PatchGuardianship>

export const toGuardianship = (row: GuardianshipModel): Guardianship => ({
  id: row.id,
  childId: row.childId,
  clientId: row.clientId,
  relationship: row.relationship,
  kind: row.kind,
  legal: row.legal,
  billing: row.billing,
  payerId: row.payerId,
  endedAt: utcOrNull(row.endedAt),
  ...recordOf(row),
})
