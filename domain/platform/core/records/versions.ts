import { z } from 'zod'
import type { Context } from '../context/context.ts'
import { DomainError, notFound } from '../errors/errors.ts'
import { idOf, type Entity } from './ids.ts'
import { canonicalJson } from '../sql/json.ts'
import type { Needs } from '../access/permissions.ts'
import { read, type Reader } from '../transactions/transaction.ts'

/** A version of a record. */
export interface VersionRef {
  id: string
  number: number
}

/** The path parameters of one version. */
export const versionParams = (record: Entity) =>
  z.strictObject({
    id: idOf(record),
    number: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .meta({ description: 'Number of the version, counted from 1.', example: 1 }),
  })

interface Versions<Row, Shown> {
  permission: Needs
  /** The owner of the versions, as named in `not_found`. */
  of: string
  find: (reader: Reader, ref: VersionRef) => Promise<Row | null>
  show: (row: Row) => Shown
}

/** Queries for published versions: verbs use `load`, and `get` is itself a verb. */
export const versionQueries = <Row, Shown>({
  permission,
  of,
  find,
  show,
}: Versions<Row, Shown>) => {
  const load = async (reader: Reader, ref: VersionRef): Promise<Row> => {
    const row = await find(reader, ref)
    if (!row) throw notFound(`version of ${of}`)
    return row
  }
  const get = (ctx: Context, ref: VersionRef): Promise<Shown> =>
    read(ctx, permission, async (reader) => show(await load(reader, ref)))
  return { load, get }
}

interface Draft {
  id: string
  publishedVersion: number | null
  archivedAt: Date | null
}

interface Publishing<Content> {
  /** The kind of record as errors name it. */
  name: string
  /** The content of a version, without its number and dates. */
  contentOf: (row: Content) => unknown
  /** Loads a published version. */
  load: (ref: VersionRef) => Promise<NoInfer<Content>>
}

/** The number of the next version for the current draft. Throws if the draft has not changed. */
export const nextVersion = async <Content>(
  draft: Draft & Content,
  { name, contentOf, load }: Publishing<Content>,
): Promise<number> => {
  const { id, publishedVersion, archivedAt } = draft
  if (archivedAt)
    throw new DomainError(
      'record_archived',
      `The ${name} is archived. Restore it before you publish.`,
    )
  if (!publishedVersion) return 1
  const latest = await load({ id, number: publishedVersion })
  if (canonicalJson(contentOf(latest)) === canonicalJson(contentOf(draft)))
    throw new DomainError(
      'nothing_to_publish',
      'Nothing has changed since the last version. Change the draft before you publish.',
    )
  return publishedVersion + 1
}
