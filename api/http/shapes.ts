import { z } from 'zod'
import { idOf, type Entity } from '#platform/core/records/ids.ts'
import { ONE_PAGE, pageMembers } from '#platform/core/lists/paging.ts'

/** The path parameter `{id}` of one kind of record. */
export const idParam = (entity: Entity) => z.strictObject({ id: idOf(entity) })

/** When something happened, in examples. */
export const EXAMPLE_INSTANT = '2026-12-01T09:00:00.000Z'

/** The query of a write that can also say what it would do. */
export const DryRun = z.strictObject({
  dryRun: z.enum(['true', 'false']).default('false').meta({
    description:
      'true answers 200 with what would be, and does nothing. `dryRun` is the first member of the answer; ids of what would be made are null.',
  }),
})
/** An answer that is a file, of the media type that the operation `produces`: its bytes, not JSON. */
export const file = z
  .custom<Uint8Array<ArrayBuffer>>(
    (value) => value instanceof Uint8Array || typeof value === 'string',
  )
  .meta({ example: '%PDF-1.3 …' })

/**
 * The answer of a list that is short by nature: everything at once, in the shape of a page. Verbs answer `data`;
 * the type is theirs, for the rest is added when the answer is written.
 */
export const listOf = <Item extends z.core.$ZodType>(item: Item) =>
  z
    .strictObject({
      data: z.array(item).meta({ description: 'All of them, in order.' }),
      nextCursor: pageMembers.nextCursor
        .default(ONE_PAGE.nextCursor)
        .meta({ description: 'Always null: there is one page.', example: null }),
      hasMore: pageMembers.hasMore
        .default(ONE_PAGE.hasMore)
        .meta({ description: 'Always false: there is one page.' }),
    })
    .meta({ id: `${nameOf(item)}List` }) as z.ZodType<{ data: z.core.output<Item>[] }>

/** The answer of a list. `more`: what it says of all that its filters find. */
export const pageOf = <Item extends z.core.$ZodType, More extends z.core.$ZodShape = {}>(
  item: Item,
  more?: More,
) =>
  z
    .strictObject({
      ...(more as More),
      data: z.array(item).meta({ description: 'The items of this page, in the order asked for.' }),
      ...pageMembers,
    })
    .meta({ id: `${nameOf(item)}Page` })

/** A list is called by what it is of, as generated clients name it. */
const nameOf = (item: z.core.$ZodType): string => {
  const id = z.globalRegistry.get(item)?.id
  if (id === undefined) throw new Error('An item of a list needs an id in its meta')
  return id
}
