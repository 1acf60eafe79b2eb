import { z } from 'zod'
import { idOf, type Entity } from '#platform/core/records/ids.ts'
import { ONE_PAGE, pageMembers } from '#platform/core/lists/paging.ts'
import { shared } from '#platform/core/schemas/shared.ts'

/** The path parameter `{id}` for one kind of record. */
export const idParam = shared((entity: Entity) => z.strictObject({ id: idOf(entity) }))

/** An example time. */
export const EXAMPLE_INSTANT = '2026-12-01T09:00:00.000Z'

/** The query of a write that supports dryRun. */
export const DryRun = z.strictObject({
  dryRun: z.enum(['true', 'false']).default('false').meta({
    description:
      'If true, returns 200 with the expected result and changes nothing. `dryRun` is then the first member of the response, and IDs of records that would be created are null.',
  }),
})
/** A response that is a file of the media type in `produces`: bytes instead of JSON. */
export const file = z
  .custom<Uint8Array<ArrayBuffer>>(
    (value) => value instanceof Uint8Array || typeof value === 'string',
  )
  .meta({ example: '%PDF-1.3 …' })

const onePageMembers = {
  nextCursor: pageMembers.nextCursor
    .default(ONE_PAGE.nextCursor)
    .meta({ description: 'Always null, because there is only one page.', example: null }),
  hasMore: pageMembers.hasMore
    .default(ONE_PAGE.hasMore)
    .meta({ description: 'Always false, because there is only one page.' }),
  total: pageMembers.total,
  totalIsExact: pageMembers.totalIsExact,
}

/**
 * The response of a short list, which has a single page. Verbs return `data`; the other members are added on
 * output.
 */
export const listOf = <Item extends z.core.$ZodType>(item: Item) =>
  z
    .strictObject({
      data: z.array(item).meta({ description: 'All items, in order.' }),
      ...onePageMembers,
    })
    .meta({ id: `${nameOf(item)}List` }) as z.ZodType<{ data: z.core.output<Item>[] }>

/** The response of a list. `more` are members about all results, which can be a total of another kind. */
export const pageOf = <Item extends z.core.$ZodType, More extends z.core.$ZodShape = {}>(
  item: Item,
  more?: More,
) =>
  z
    .strictObject({
      ...more,
      data: z.array(item).meta({ description: 'Items of this page, in the requested order.' }),
      ...pageMembers,
      ...more,
    } as unknown as PageShape<Item, More>)
    .meta({ id: `${nameOf(item)}Page` })

type PageShape<Item extends z.core.$ZodType, More> = { data: z.ZodArray<Item> } & More &
  Omit<typeof pageMembers, keyof More>

/** The totals of a list, which `totals=true` requests. */
export const totalsOf = <Total extends z.core.$ZodType>(total: Total) => ({
  totals: z.array(total).nullable().meta({
    description:
      'Totals of all records that match the filters; null unless you send `totals=true`.',
  }),
})

/** A list is named after its items, as in generated clients. */
const nameOf = (item: z.core.$ZodType): string => {
  const id = z.globalRegistry.get(item)?.id
  if (id === undefined) throw new Error('A list item needs an id in its meta')
  return id
}
