import { z } from 'zod'
import type { Label as LabelModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'

const members = {
  name: line(60).meta({
    description: 'Text of the label, unique in the centre regardless of case.',
    example: 'School-based',
  }),
}

export const Label = resourceSchema('Label', {
  id: idOf('label'),
  ...members,
  ...archivableMembers,
})
export type Label = z.infer<typeof Label>

export const CreateLabel = z
  .strictObject({ name: members.name })
  .meta({ id: 'CreateLabel', example: { name: 'School-based' } })
export type CreateLabel = z.infer<typeof CreateLabel>

export const PatchLabel = z
  .strictObject({ name: members.name.exactOptional() })
  .meta({ id: 'PatchLabel', example: { name: 'At school' } })
export type PatchLabel = z.infer<typeof PatchLabel>

export const toLabel = (row: LabelModel): Label => ({
  id: row.id,
  name: row.name,
  ...archivableOf(row),
})
