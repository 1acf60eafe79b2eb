import type { LeadForm as FormModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadLeadForm } from './queries.ts'
import { toLeadForm, type LeadForm } from './schemas.ts'

/** How a form is loaded, written and shown by the verbs that change it. */
export const leadFormRecord: RecordKind<FormModel, Prisma.LeadFormUncheckedUpdateInput, LeadForm> =
  {
    type: 'leadForm',
    table: 'lead_forms',
    permission: 'lead-forms:write',
    load: loadLeadForm,
    update: (tx, id, data) => tx.db.leadForm.update({ where: keyOf(tx, id), data }),
    show: toLeadForm,
  }
