import type { Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import type { LeadRow } from './lead-row.ts'
import { include } from './lead-row.ts'
import { loadLead } from './queries.ts'
import type { Lead } from './schemas.ts'
import { showLead } from './show-leads.ts'

/** How a lead is loaded, written and shown by the verbs that change it. */
export const leadRecord: RecordKind<LeadRow, Prisma.LeadUncheckedUpdateInput, Lead> = {
  type: 'lead',
  table: 'leads',
  permission: 'leads:write',
  load: loadLead,
  update: (tx, id, data) => tx.db.lead.update({ where: keyOf(tx, id), data, include }),
  show: async (row, tx) => showLead(await loadLead(tx, row.id), tx),
}
