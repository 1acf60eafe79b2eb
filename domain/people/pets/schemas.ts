import { z } from 'zod'
import type { Pet as PetModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { archivableMembers, archivableOf, line, prose } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'

const members = {
  name: line(100).meta({ description: 'Name of the animal.', example: 'Balu' }),
  species: line(60).meta({ description: 'Species of the animal.', example: 'dog' }),
  breed: line(100)
    .nullable()
    .meta({ description: 'Breed of the animal; null if it is not known.', example: 'Labrador' }),
  notes: prose(4000).nullable().meta({
    description:
      'Information for everybody who meets the animal, up to 4,000 characters; null if there is none.',
    example: 'Calm with small children.',
  }),
}

export const Pet = resourceSchema('Pet', {
  id: idOf('pet'),
  clientId: idOf('client'),
  ...members,
  ...archivableMembers,
})
export type Pet = z.infer<typeof Pet>

export const CreatePet = z
  .strictObject({
    clientId: idOf('client'),
    name: members.name,
    species: members.species,
    breed: members.breed.exactOptional(),
    notes: members.notes.exactOptional(),
  })
  .meta({
    id: 'CreatePet',
    example: { clientId: exampleId('client'), name: 'Balu', species: 'dog', breed: 'Labrador' },
  })
export type CreatePet = z.infer<typeof CreatePet>

export const PatchPet = z
  .strictObject({
    name: members.name.exactOptional(),
    species: members.species.exactOptional(),
    breed: members.breed.exactOptional(),
    notes: members.notes.exactOptional(),
  })
  .meta({ id: 'PatchPet', example: { notes: 'Wears a muzzle in the waiting room.' } })
export type PatchPet = z.infer<typeof PatchPet>

export const toPet = (row: PetModel): Pet => ({
  id: row.id,
  clientId: row.clientId,
  name: row.name,
  species: row.species,
  breed: row.breed,
  notes: row.notes,
  ...archivableOf(row),
})
