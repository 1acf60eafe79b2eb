import type { Item, Expandables, Expansion } from './expandable.ts'
import { z } from 'zod'
import { commaSeparated } from '#platform/core/schemas/comma-separated.ts'
import { shared } from '#platform/core/schemas/shared.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { namedBy, type Entity } from '#platform/core/records/ids.ts'
import { permissionsIn, type Permission } from '#platform/core/access/permissions.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import type { Operation } from './operation.ts'
import { partsOf } from './schema-parts.ts'

/** Adds `expand=` to an operation, for every id of an expandable kind in its response, one level deep. */
export const withExpansions = (operation: Operation, expandables: Expandables): Operation => {
  const item = operation.method === 'get' && !operation.sunset && itemOfAnswer(operation.response)
  const expansions = item ? expansionsOf(item, expandables) : []
  if (expansions.length === 0) return operation
  const names = expansions.map(({ name }) => name)
  const query = (operation.query ?? z.strictObject({})) as z.ZodObject
  const { run } = operation
  return {
    ...operation,
    expansions,
    query: query.extend({ expand: namesToExpand(names.join(',')) }),
    // A cursor is valid for the same list with any expansions.
    run: (ctx, { query: { expand: _, ...rest }, ...input }: Expanding, prepared) =>
      run(ctx, { ...input, query: operation.query && rest }, prepared),
  } as Operation
}

const namesToExpand = shared((list: string) => {
  const names = list.split(',')
  return commaSeparated(z.enum(names), names.length).optional().meta({
    description:
      'Records to return in full in addition to their IDs. A record is null if the caller is not allowed to see it.',
    example: names[0],
  })
})

type Expanding = Parameters<Operation['run']>[1] & { query: { expand?: unknown } }

/** The record that is returned, or the record in each item of a list. */
export const itemOfAnswer = (response: z.core.$ZodType): z.ZodObject | undefined => {
  if (!(response instanceof z.ZodObject)) return undefined
  const { id, data, hasMore } = response.shape as Record<string, z.core.$ZodType>
  if (id) return response
  // Lists with a single page show their records without expansions.
  if (!(hasMore instanceof z.ZodBoolean && data instanceof z.ZodArray)) return undefined
  return data.element instanceof z.ZodObject && data.element.shape['id'] ? data.element : undefined
}

const expansionsOf = ({ shape }: z.ZodObject, expandables: Expandables): Expansion[] =>
  Object.entries<z.core.$ZodType>(shape).flatMap(([member, schema]) => {
    const inner = schema instanceof z.ZodNullable ? schema.unwrap() : schema
    const summary = inner instanceof z.ZodObject ? inner.shape['id'] : undefined
    const entity = entityNamedBy(summary ?? inner)
    const expandable = entity && expandables[entity]
    if (!expandable || (!summary && !member.endsWith('Id'))) return []
    return [
      {
        ...expandable,
        name: summary ? member : member.replace(/Id$/, ''),
        idIn: (item) => (summary ? (item[member] as Item | null)?.['id'] : item[member]),
      },
    ]
  })

const entityNamedBy = (schema: z.core.$ZodType): Entity | undefined => {
  const entity = namedBy(schema)
  if (entity !== undefined) return entity === 'any' ? undefined : entity
  const isWrapped = schema instanceof z.ZodNullable || schema instanceof z.ZodExactOptional
  return isWrapped ? entityNamedBy(partsOf(schema)[0]!) : undefined
}

/** The expansions that a call requests. */
export const askedFor = ({ expansions = [] }: Operation, query: unknown): Expansion[] => {
  const { expand = [] } = (query ?? {}) as { expand?: readonly string[] }
  return expansions.filter(({ name }) => expand.includes(name))
}

/** The permissions that the expansions of a call require in addition. */
export const expansionNeeds = (expansions: readonly Expansion[]): Permission[] =>
  expansions.flatMap(({ permission }) => permissionsIn(permission))

/** Adds expansions to a response, with one statement per expansion for any number of items. */
export const expand = async (
  ctx: OutsideContext,
  operation: Operation,
  expansions: readonly Expansion[],
  answer: unknown,
): Promise<unknown> => {
  const isPage = itemOfAnswer(operation.response) !== operation.response
  const items = isPage ? (answer as { data: Item[] }).data : [answer as Item]
  const found = await read(ctx, operation.permission, async (reader) => {
    const records: [Expansion, byId: Map<unknown, unknown>][] = []
    for (const expansion of expansions)
      records.push([expansion, await recordsOf(reader, expansion, items)])
    return records
  })
  const expanded = items.map((item) => ({
    ...item,
    ...Object.fromEntries(
      found.map(([{ name, idIn }, byId]) => [name, byId.get(idIn(item)) ?? null]),
    ),
  }))
  return isPage ? { ...(answer as object), data: expanded } : expanded[0]
}

const recordsOf = async (
  reader: Reader,
  { idIn, load, schema }: Expansion,
  items: readonly Item[],
): Promise<Map<unknown, unknown>> => {
  const ids = items.map(idIn).filter((id) => typeof id === 'string')
  const records = ids.length > 0 ? await load(reader, [...new Set(ids)]) : []
  return new Map(records.map((record) => [record.id, schema.parse(record)]))
}
