import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertForm } from './assert-form.ts'
import { toLeadForm, type CreateLeadForm, type LeadForm } from './schemas.ts'

/** Creates a public page on which families apply for a place. */
export const createLeadForm = (ctx: Context, input: CreateLeadForm): Promise<LeadForm> =>
  transact(ctx, 'lead-forms:write', async (tx) => {
    await assertForm(tx, input)
    const row = await tx.db.leadForm.create({
      data: { ...freshRecord(tx, newId('leadForm')), ...input },
    })
    tx.created({ type: 'leadForm', id: row.id }, row)
    return toLeadForm(row)
  })
