import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import { leadRecord } from './record.ts'
import { assertOpenLead } from './rules.ts'
import type { Lead } from './schemas.ts'
import { showLead } from './show-leads.ts'
import { leadQualificationWorkflow } from './workflows.ts'

/** Moves a family to another location of the centre. Removes the assignee. */
export const handOverLead = (
  ctx: Context,
  { locationId, ...ref }: RecordRef & { locationId: string },
): Promise<Lead> =>
  changeRecord(
    ctx,
    ref,
    {
      ...leadRecord,
      // Users bound to a location can hand over leads to locations that they cannot see.
      update: (tx, id, data) => tx.asCentre(() => leadRecord.update(tx, id, data)),
      show: (row, tx) => showLead(row, tx),
    },
    {
      fields: async (before, tx) => {
        assertOpenLead(before)
        await assertReferences(tx, 'location', { locationId })
        return { locationId, assigneeId: null }
      },
      effects: (tx, { id }) => tx.wake(leadQualificationWorkflow, id),
    },
  )
