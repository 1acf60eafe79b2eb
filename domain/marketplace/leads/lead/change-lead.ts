import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { Needs } from '#platform/core/access/permissions.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import { endLinksOfAddress } from '#messaging/links/end-links.ts'
import { enterLeadStage } from './enter-lead-stage.ts'
import type { LeadRow } from './lead-row.ts'
import { leadRecord } from './record.ts'
import type { Lead } from './schemas.ts'
import { leadQualificationWorkflow } from './workflows.ts'

type Data = Prisma.LeadUncheckedUpdateInput

interface LeadChange extends RecordRef {
  needs?: Needs
  /** The rule: decides on the locked lead what changes, or throws. */
  fields: (before: LeadRow, tx: Transaction) => Data | Promise<Data>
  /** Records that follow, once the lead is at its stage. */
  effects?: (tx: Transaction, after: LeadRow, before: LeadRow) => void | Promise<void>
}

/** The order that every change of a lead has: the lead, its history, its offers, its follow-up. */
export const changeLead = (
  ctx: Context,
  { needs = 'leads:write', fields, effects, ...ref }: LeadChange,
): Promise<Lead> =>
  changeRecord(
    ctx,
    ref,
    { ...leadRecord, permission: needs },
    {
      fields,
      effects: async (tx, after, before) => {
        await endLinksOfAddress(tx, after, {
          before: before.contactEmail,
          after: after.contactEmail,
        })
        await enterLeadStage(tx, after, before)
        await effects?.(tx, after, before)
        tx.wake(leadQualificationWorkflow, after.id)
      },
    },
  )
