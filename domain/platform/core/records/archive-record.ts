import type { Context } from '../context/context.ts'
import type { Permission } from '../access/permissions.ts'
import { assertUnused } from './assert-unused.ts'
import { changeRecord, type Change, type RecordKind } from './change-record.ts'
import type { RecordRef } from './record-ref.ts'

/** A kind of record that is archived instead of deleted. `record.ts` defines both changes. */
export interface ArchivableKind<Row, Data, Shown> extends RecordKind<Row, Data, Shown> {
  permission: Permission
  archiving: Change<Row, Data>
  restoring: Change<Row, Data>
}

/** Sets `archivedAt`: lists omit the record and new references to it are refused. Existing references stay. */
export const archiving = {
  fields: (before: { archivedAt: Date | null }, tx: { now: Date }) => ({
    archivedAt: before.archivedAt ?? tx.now,
  }),
}

/** Clears `archivedAt`. */
export const restoring = { fields: () => ({ archivedAt: null }) }

/** For kinds whose archiving and restoring change nothing else. */
export const archivable = { archiving, restoring }

/** Archives a record of any archivable kind, unless something ahead needs it. */
export const archiveRecord = <
  Row extends { version: number },
  Data extends object,
  Shown extends object,
>(
  ctx: Context,
  ref: RecordRef,
  kind: ArchivableKind<Row, Data, Shown>,
): Promise<Shown> =>
  changeRecord(ctx, ref, kind, {
    ...kind.archiving,
    fields: async (before, tx) => {
      await assertUnused(tx, kind.type, ref.id)
      return kind.archiving.fields(before, tx)
    },
  })

/** Restores a record of any archivable kind from the archive. */
export const restoreRecord = <
  Row extends { version: number },
  Data extends object,
  Shown extends object,
>(
  ctx: Context,
  ref: RecordRef,
  kind: ArchivableKind<Row, Data, Shown>,
): Promise<Shown> => changeRecord(ctx, ref, kind, kind.restoring)
