import { z } from 'zod'
import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import { isUsed } from '#platform/core/records/assert-unused.ts'
import type { Entity } from '#platform/core/records/ids.ts'
import {
  archiveRecord,
  restoreRecord,
  type ArchivableKind,
} from '#platform/core/records/archive-record.ts'
import { recordEventOf } from '#platform/events/record-events.ts'
import { CHANGE_ERRORS } from './error-sets.ts'
import { operation, type Operation, type Tag } from './operation.ts'
import { EXAMPLE_INSTANT, idParam } from './shapes.ts'

const eventsOf = (entity: Entity, change: 'archived' | 'restored') => {
  const event = recordEventOf(entity, change)
  return event ? [event.type] : []
}

interface Declaration<Resource> {
  /** Path of the record, to which `/archive` and `/restore` are appended. */
  path: string
  tag: string | Tag
  /** With its article, as in the summaries. */
  noun: string
  /** Its component name follows `archive` and `restore` in the operation ids. */
  response: z.core.$ZodType<Resource>
  /** Restoring takes a fresh proof, where the permission itself does not. */
  restoreTakesProof?: true
  /** Further codes that archiving may answer with. */
  archiveErrors?: readonly ErrorCode[]
  /** Further codes that restoring may answer with. */
  restoreErrors?: readonly ErrorCode[]
}

/** The two operations of a kind of record that is archived rather than deleted. */
export const archiveOperations = <
  Row extends { version: number },
  Data extends object,
  Resource extends { archivedAt: string | null },
>(
  kind: ArchivableKind<Row, Data, Resource>,
  {
    path,
    tag,
    noun,
    response,
    restoreTakesProof,
    archiveErrors = [],
    restoreErrors = [],
  }: Declaration<Resource>,
): Operation[] => {
  const name = z.globalRegistry.get(response)!.id!
  const shared = {
    method: 'post',
    tag,
    permission: kind.permission,
    status: 200,
    response,
    params: idParam(kind.type),
  } as const
  return [
    operation({
      ...shared,
      id: `archive${name}`,
      path: `${path}/archive`,
      summary: `Archive ${noun}`,
      example: { archivedAt: EXAMPLE_INSTANT } as Partial<Resource>,
      description: `${isUsed(kind.type) ? 'Refused while something ahead needs the record, with its number in `uses`. ' : ''}Archived records are not included in lists, and new records cannot refer to them. Existing references keep working.`,
      errors: [
        ...CHANGE_ERRORS,
        ...archiveErrors,
        ...(isUsed(kind.type) ? (['record_in_use'] as const) : []),
      ],
      events: eventsOf(kind.type, 'archived'),
      run: (ctx, { params, version }) => archiveRecord(ctx, { ...params, version }, kind),
    }),
    operation({
      ...shared,
      id: `restore${name}`,
      path: `${path}/restore`,
      summary: `Restore ${noun}`,
      description: restoreErrors.includes('already_exists')
        ? 'Restores the archived record to lists. Fails if another record has taken its place.'
        : 'Restores the archived record to lists, unchanged.',
      errors: [...CHANGE_ERRORS, ...restoreErrors],
      events: eventsOf(kind.type, 'restored'),
      ...(restoreTakesProof && { freshProof: true as const }),
      run: (ctx, { params, version }) => restoreRecord(ctx, { ...params, version }, kind),
    }),
  ]
}
