import type { LeadStatus } from './rules.ts'
import { leadMoves } from './moves.ts'
import { nextStatus } from '#platform/core/records/moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { Needs } from '#platform/core/access/permissions.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import { endLinksOfAddress } from '#messaging/links/end-links.ts'
import { entering, enterLeadStage } from './enter-lead-stage.ts'
import type { LeadRow } from './lead-row.ts'
import { leadRecord } from './record.ts'
import type { Lead } from './schemas.ts'
import { leadQualificationWorkflow } from './workflows.ts'

type Data = Prisma.LeadUncheckedUpdateInput

interface LeadChange extends RecordRef {
  needs?: Needs
  /** The lead's move. By default, the lead stays in its stage. */
  move?: keyof typeof leadMoves.moves | ((before: LeadRow) => keyof typeof leadMoves.moves)
  /** The rule: decides, on the locked lead, which fields change in addition to the stage, or throws. */
  fields?: (before: LeadRow, tx: Transaction) => Data | Promise<Data>
  /** Changes other records after the lead has entered its stage. */
  effects?: (tx: Transaction, after: LeadRow, before: LeadRow) => void | Promise<void>
}

/** The order of every change of a lead: the lead, its event, its history, its offers, its follow-up. */
export const changeLead = (
  ctx: Context,
  { needs = 'leads:write', move, fields, effects, ...ref }: LeadChange,
): Promise<Lead> => {
  const kind = { ...leadRecord, permission: needs }
  const follow = async (tx: Transaction, after: LeadRow, before: LeadRow) => {
    await endLinksOfAddress(tx, after, {
      before: before.contactEmail,
      after: after.contactEmail,
    })
    await enterLeadStage(tx, after, before)
    await effects?.(tx, after, before)
  }
  if (!move)
    return changeRecord(ctx, ref, kind, {
      fields: async (before, tx) => (await fields?.(before, tx)) ?? {},
      effects: async (tx, after, before) => {
        await follow(tx, after, before)
        tx.wake(leadQualificationWorkflow, after.id)
      },
    })
  return moveRecord(ctx, ref, kind, leadMoves, move, {
    fields: async (before, tx) => {
      const name = typeof move === 'function' ? move(before) : move
      const changed = await fields?.(before, tx)
      const next = nextStatus<LeadStatus>(leadMoves.moves[name], before.status)!
      return { ...changed, ...(next !== before.status && entering(tx, next)) }
    },
    effects: follow,
  })
}
