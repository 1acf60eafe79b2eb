import type { z } from 'zod'
import type { Context } from '../context/context.ts'
import { notFound } from '../errors/errors.ts'
import {
  commonConditions,
  paginate,
  type FollowsAdditions,
  type FollowsChanges,
  type Page,
  type PageRequest,
} from './paging.ts'
import type { Needs } from '../access/permissions.ts'
import { inTenant } from '../records/record-ref.ts'
import { read, type Reader } from '../transactions/transaction.ts'

/** Arguments for a model's `findMany`: filter, order and limit within the tenant. */
export interface Selection<Where> {
  where: { AND: Where[] }
  orderBy: object[]
  take: number
}

/** How records of one kind are queried with Prisma and converted to their API form. */
interface Kind<Where, Row, Shown> {
  permission: Needs
  /** The record's name in the error `not_found`. */
  name: string
  find: (reader: Reader, selection: Selection<Where>) => Promise<Row[]>
  /** Converts all rows of a page at once, so that further data is read once. */
  show: (rows: Row[], reader: Reader) => Shown[] | Promise<Shown[]>
}

/** The list query for such rows. Rows with updatedAt are mutable. */
type ListRequest<Row> = PageRequest &
  (Row extends { updatedAt: Date } ? FollowsChanges : FollowsAdditions)

/** A query as callers give it, without the marks of its type. */
type Asked<Query> = Omit<Query, typeof z.core.$brand | 'totals'> & {
  totals?: 'true' | 'false'
}

type Filter<Query, Where> = (query: Query, reader: Reader) => Where | Promise<Where>

/** Converts row by row, for kinds that need no further data. */
export const each =
  <Row, Shown>(show: (row: Row, reader: Reader) => Shown) =>
  (rows: Row[], reader: Reader): Shown[] =>
    rows.map((row) => show(row, reader))

/**
 * The queries for one kind of record. Verbs use `load`; the others are verbs themselves. Every query is limited
 * to the tenant's rows.
 */
export const recordQueries = <Where extends object, Row extends { id: string }, Shown>({
  permission,
  name,
  find,
  show,
}: Kind<Where, Row, Shown>) => {
  // Every model has the key columns, and the columns by which its list is sorted.
  const select = (conditions: object[], orderBy: object[], take: number): Selection<Where> => ({
    where: { AND: conditions as Where[] },
    orderBy,
    take,
  })

  /** The record in the tenant. Throws `not_found` if there is none. */
  const load = async (reader: Reader, id: string): Promise<Row> => {
    const [row] = await find(reader, select([inTenant(reader, id)], [], 1))
    if (!row) throw notFound(name)
    return row
  }

  const get = (ctx: Context, { id }: { id: string }): Promise<Shown> =>
    read(ctx, permission, async (reader) => {
      const [shown] = await show([await load(reader, id)], reader)
      return shown!
    })

  const page = async (reader: Reader, query: PageRequest, filter: Where): Promise<Page<Shown>> => {
    const { data, ...rest } = await paginate(reader, query, ({ where, orderBy, take }, through) =>
      find(
        through(reader),
        select(
          [{ tenantId: reader.tenantId }, ...commonConditions(query), filter, where],
          orderBy,
          take,
        ),
      ),
    )
    return { data: await show(data, reader), ...rest }
  }

  const list =
    <Query extends ListRequest<Row>>(filter: Filter<Query, Where>) =>
    (ctx: Context, asked: Asked<Query>): Promise<Page<Shown>> =>
      read(ctx, permission, async (reader) => {
        const query = asked as Query
        return page(reader, query, await filter(query, reader))
      })

  /** A list with `more` computed over all results, independent of the page. */
  const listWith =
    <Query extends ListRequest<Row>, More extends object>(
      filter: Filter<Query, Where>,
      more: (reader: Reader, query: Query, where: { AND: Where[] }) => Promise<More>,
    ) =>
    (ctx: Context, asked: Asked<Query>): Promise<Page<Shown> & More> =>
      read(ctx, permission, async (reader) => {
        const query = asked as Query
        const found = await filter(query, reader)
        const own = { tenantId: reader.tenantId }
        const all = select([own, ...commonConditions(query), found], [], 0)
        return {
          ...(await page(reader, query, found)),
          ...(await more(reader, query, all.where)),
        }
      })

  /** A list of records that belong to the record with the given `id`. */
  const listOf =
    <Query extends ListRequest<Row> & { id: string }>(
      loadOwner: (reader: Reader, id: string) => Promise<unknown>,
      filter: Filter<Query, Where>,
    ) =>
    (ctx: Context, asked: Asked<Query>): Promise<Page<Shown>> =>
      read(ctx, permission, async (reader) => {
        const query = asked as Query
        await loadOwner(reader, query.id)
        return page(reader, query, await filter(query, reader))
      })

  return { load, get, list, listWith, listOf }
}

/** Builds a filter from the query members that are given, if the columns have the same names. */
export const given = <Query extends object, Name extends keyof Query>(
  query: Query,
  ...names: Name[]
) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name]
      if (!value) return []
      return [[name, Array.isArray(value) ? { in: value } : value]]
    }),
  ) as { [Member in Name]?: Given<NonNullable<Query[Member]>> }

type Given<Value> = Value extends readonly (infer Item)[] ? { in: Item[] } : Value

/** Builds a filter on whether a column is set. */
export const isSet = <const Column extends string>(
  column: Column,
  asked: 'true' | 'false' | undefined,
) =>
  (asked ? { [column]: asked === 'true' ? { not: null } : null } : {}) as {
    [Name in Column]?: { not: null } | null
  }

/** Builds a filter that matches any of the given values, with a condition for each; no condition if none is given. */
export const whereAny = <Value extends string, Where extends object>(
  values: readonly Value[] | undefined,
  meaning: Readonly<Record<Value, Where>>,
): { OR?: Where[] } => (values ? { OR: values.map((value) => meaning[value]) } : {})
