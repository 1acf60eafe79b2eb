import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { line } from '#platform/core/records/record.ts'
import { exampleOf } from '#platform/core/schemas/resource-schema.ts'
import { NameSearch } from '../children/search-children.ts'
import { Child } from '../children/schemas.ts'
import { Client } from '../clients/schemas.ts'
import { FEWEST_DIGITS } from './rules.ts'

export const FamilySearch = z.strictObject({
  q: line(254).meta({
    description: `A name of a child or a client; an e-mail address or its beginning, with the @; a phone number or its last digits, at least ${FEWEST_DIGITS}; or the ID of a child or a client.`,
    example: 'Weiss',
  }),
  limit: NameSearch.shape.limit,
})
export type FamilySearch = z.infer<typeof FamilySearch>

const Relative = z
  .strictObject({
    guardianshipId: idOf('guardianship'),
    childId: idOf('child')
      .nullable()
      .meta({ description: 'The child, if a client was found; otherwise null.', example: null }),
    clientId: idOf('client')
      .nullable()
      .meta({ description: 'The client, if a child was found; otherwise null.' }),
    name: z.string().meta({ description: 'Full name.', example: 'Mara Weiss' }),
    relationship: z.string().meta({
      description: 'What the client is to the child, as recorded.',
      example: 'mother',
    }),
  })
  .meta({ id: 'FamilyRelative' })

export const FamilyMatch = z
  .strictObject({
    matchedBy: z
      .enum(['NAME', 'EMAIL', 'PHONE', 'ID'])
      .meta({ description: 'What of the record was searched.', example: 'NAME' }),
    score: z.number().meta({
      description: 'Similarity of the name, at most 1. It is 1 for all other matches.',
      example: 0.83,
    }),
    child: Child.nullable().meta({
      description: 'The child that was found; null if a client was found.',
      example: exampleOf(Child),
    }),
    client: Client.nullable().meta({
      description: 'The client who was found; null if a child was found.',
      example: null,
    }),
    relatives: z.array(Relative).meta({
      description:
        'The clients of a child, or the children of a client: those of guardianships that have not ended.',
    }),
  })
  .meta({ id: 'FamilyMatch' })
export type FamilyMatch = z.infer<typeof FamilyMatch>
