import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { findNamed } from '#people/persons/named-person.ts'
import { assertReadsAll } from './assert-reads-all.ts'
import { toPersonExport, type CreatePersonExport, type PersonExport } from './schemas.ts'
import { sectionsOf } from './sections-of.ts'
import { personExportWorkflow } from './workflows.ts'

/**
 * Requests an export of everything stored about a person. A workflow builds the archive. Archived people can be
 * exported too.
 */
export const createPersonExport = (
  ctx: Context,
  input: CreatePersonExport,
): Promise<PersonExport> =>
  transact(ctx, 'person-exports:write', async (tx) => {
    assertReadsAll(tx)
    const { childId = null, clientId = null } = input
    await findNamed(tx, { childId, clientId })
    const row = await tx.db.personExport.create({
      data: {
        ...freshRecord(tx, newId('personExport')),
        childId,
        clientId,
        status: 'RUNNING',
        requestedBy: tx.actor.id,
        sectionsTotal: sectionsOf({ childId }).length,
      },
    })
    const { id } = row
    tx.created({ type: 'personExport', id }, { childId, clientId, status: row.status })
    tx.start(personExportWorkflow, id)
    return toPersonExport(row)
  })
