import { createHash } from 'node:crypto'
import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { IMPORT_NEEDS } from './change-import.ts'
import { showImport } from './queries.ts'
import type { AppointmentImport, CreateAppointmentImport } from './schemas.ts'
import { appointmentImportWorkflow } from './workflows.ts'

/**
 * Stores a file. A worker reads it and checks every row: what would be created, and what would not and why. The
 * check writes no appointments; only the run does.
 */
export const createImport = (
  ctx: Context,
  { content, columns = {}, timeZone, ...input }: CreateAppointmentImport,
): Promise<AppointmentImport> =>
  transact(ctx, IMPORT_NEEDS, async (tx) => {
    const { providerId, serviceId, locationId, roomId } = input.defaults
    await assertReferences(tx, 'provider', { 'defaults.providerId': providerId })
    await assertReferences(tx, 'service', { 'defaults.serviceId': serviceId })
    await assertReferences(tx, 'location', { 'defaults.locationId': locationId })
    await assertReferences(tx, 'room', { 'defaults.roomId': roomId })
    const { tenantId } = tx
    const row = await tx.db.appointmentImport.create({
      data: {
        ...freshRecord(tx, newId('appointmentImport')),
        ...input,
        sha256: createHash('sha256').update(content).digest('hex'),
        timeZone: timeZone ?? null,
        ignoredColumns: [],
        status: 'READING',
        createdBy: tx.actor.id,
      },
    })
    await tx.db.appointmentImportFile.create({
      data: { tenantId, importId: row.id, content, columns, createdAt: tx.now },
    })
    const characters = content.length
    tx.created({ type: 'appointmentImport', id: row.id }, { ...row, characters })
    tx.start(appointmentImportWorkflow, row.id)
    return showImport(tx, row)
  })
