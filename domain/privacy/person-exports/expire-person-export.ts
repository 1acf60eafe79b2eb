import type { PersonExport as Model, Prisma } from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { inTenant, keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { loadPersonExport } from './queries.ts'
import { toPersonExport, type PersonExport } from './schemas.ts'
import { personExportWorkflow } from './workflows.ts'

const exportRecord: RecordKind<Model, Prisma.PersonExportUncheckedUpdateInput, PersonExport> = {
  type: 'personExport',
  table: 'person_exports',
  permission: 'person-exports:write',
  load: loadPersonExport,
  update: (tx, id, data) => tx.db.personExport.update({ where: keyOf(tx, id), data }),
  show: toPersonExport,
}

/** Ends an archive early: it can no longer be downloaded, and its bytes are deleted. */
export const expirePersonExport = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, exportRecord, {
    fields: ({ status }, tx) => {
      if (status === 'READY') return { expiresAt: tx.now }
      throw new DomainError(
        'invalid_transition',
        `The export is ${status}, so it has no archive to delete.`,
        {
          extra: { status, allowed: [] },
        },
      )
    },
    effects: (tx, { id }) => tx.wake(personExportWorkflow, id),
  })

/** Deletes an expired archive; its record is kept. Returns the expiry if it is in the future. */
export const removeArchive = (ctx: Context, { id }: { id: string }): Promise<string | null> =>
  transact(ctx, 'person-exports:write', async (tx) => {
    await lockRecord(tx, 'person_exports', id)
    const before = await tx.db.personExport.findFirst({ where: inTenant(tx, id) })
    if (!before) {
      // The export was erased together with the person.
      tx.nothingChanged({ type: 'personExport', id })
      return null
    }
    const { expiresAt } = before
    const due = before.status === 'READY' && expiresAt! <= tx.now
    const status = due ? 'EXPIRED' : before.status
    if (due) {
      tx.removeFiles([before.storageKey!])
      const data = { status, storageKey: null, ...touched(tx) } as const
      await tx.db.personExport.update({ where: keyOf(tx, id), data })
    }
    tx.changed({ type: 'personExport', id }, { status: before.status }, { status })
    return status === 'READY' ? utcOrNull(expiresAt) : null
  })
