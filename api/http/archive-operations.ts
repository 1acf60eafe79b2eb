import type { z } from 'zod'
import type { Context } from '#platform/core/context/context.ts'
import type { ErrorCode } from '#platform/core/errors/errors.ts'
import type { Entity } from '#platform/core/records/ids.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import { recordEventOf } from '#platform/events/record-events.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { CHANGE_ERRORS } from './error-sets.ts'
import { operation, type Operation } from './operation.ts'
import { EXAMPLE_INSTANT, idParam } from './shapes.ts'

const eventsOf = (entity: Entity, change: 'archived' | 'restored') => {
  const event = recordEventOf(entity, change)
  return event ? [event.type] : []
}

interface Verb<Resource> {
  id: string
  run: (ctx: Context, ref: RecordRef) => Promise<Resource>
}

interface Archivable<Resource> {
  /** Path of the record, to which `/archive` and `/restore` are appended. */
  path: string
  tag: string
  entity: Entity
  /** With its article, as the summaries name it. */
  noun: string
  permission: Permission
  response: z.core.$ZodType<Resource>
  archive: Verb<Resource>
  restore: Verb<Resource>
  /** Restoring sets something going that takes a fresh proof, where the permission itself does not. */
  restoreTakesProof?: true
  /** Codes that archiving may answer with besides. */
  archiveErrors?: readonly ErrorCode[]
  /** Codes that restoring may answer with besides. */
  restoreErrors?: readonly ErrorCode[]
}

/** The two operations of a resource that is archived rather than deleted. */
export const archiveOperations = <Resource extends { archivedAt: string | null }>({
  path,
  tag,
  entity,
  noun,
  permission,
  response,
  archive,
  restore,
  restoreTakesProof,
  archiveErrors = [],
  restoreErrors = [],
}: Archivable<Resource>): Operation[] => {
  const shared = { method: 'post', tag, permission, status: 200, response } as const
  return [
    operation({
      ...shared,
      id: archive.id,
      path: `${path}/archive`,
      summary: `Archive ${noun}`,
      example: { archivedAt: EXAMPLE_INSTANT } as Partial<Resource>,
      description:
        'Archived records are hidden from lists and cannot be referenced by new records. Existing references keep working.',
      params: idParam(entity),
      errors: [...CHANGE_ERRORS, ...archiveErrors],
      events: eventsOf(entity, 'archived'),
      run: (ctx, { params, version }) => archive.run(ctx, { ...params, version }),
    }),
    operation({
      ...shared,
      id: restore.id,
      path: `${path}/restore`,
      summary: `Restore ${noun} from the archive`,
      description: restoreErrors.includes('already_exists')
        ? 'Lists the record again. Fails if another record has taken its place.'
        : 'Lists the record again, unchanged.',
      params: idParam(entity),
      errors: [...CHANGE_ERRORS, ...restoreErrors],
      events: eventsOf(entity, 'restored'),
      ...(restoreTakesProof && { freshProof: true as const }),
      run: (ctx, { params, version }) => restore.run(ctx, { ...params, version }),
    }),
  ]
}
