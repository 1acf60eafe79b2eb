import { z } from 'zod'
import { idOf, type Entity } from '#platform/core/ids.ts'

/** The path parameter `{id}` of one kind of record. */
export const idParam = (entity: Entity) => z.strictObject({ id: idOf(entity) })

/** When something happened, in examples. */
export const EXAMPLE_INSTANT = '2026-12-01T09:00:00.000Z'

/** The query of a write that can also say what it would do. */
export const DryRun = z.strictObject({
  dryRun: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true answers what would be, and does nothing.' }),
})
/** An answer that is a file, of the media type that the operation `produces`: its bytes, not JSON. */
export const file = z
  .custom<Uint8Array<ArrayBuffer>>(
    (value) => value instanceof Uint8Array || typeof value === 'string',
  )
  .meta({ example: '%PDF-1.3 …' })

/** The answer of a list that is short by nature: everything at once. */
export const listOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.strictObject({ data: z.array(item) })

/** The answer of a list. */
export const pageOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.strictObject({
    data: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'The cursor of the next page; null at the end.' }),
    hasMore: z.boolean(),
  })
