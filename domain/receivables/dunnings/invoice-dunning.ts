import type { Dunning as DunningModel, Invoice as InvoiceModel } from '#prisma/generated/client.ts'
import { z } from 'zod'
import { fromJson } from '#platform/core/sql/json.ts'
import { dateTextOrNull } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import {
  defineFollowUp,
  done,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { loadInvoice } from '../invoices/queries.ts'
import { DunningLevels } from '../legal-entities/dunning-level.ts'
import { DunningReminder } from './dunning-reminder.ts'
import { levelOf, planDunning, type DunningFacts } from './plan-dunning.ts'
import { invoicedOrders, lockDunningOf } from './queries.ts'
import { resumeDunning } from './resume-dunning.ts'
import { sendReminder } from './send-reminder.ts'

interface Facts extends DunningFacts {
  row: DunningModel | null
  invoice: InvoiceModel
  amountDue: number
}

/** Follows an unpaid invoice with reminders until it is paid, put on hold or written off. */
export const invoiceDunning = defineFollowUp<Facts>({
  resource: 'invoices',
  facts: async (tx, id) => {
    const invoice = await loadInvoice(tx, id)
    const row = await lockDunningOf(tx, id)
    const orders = await invoicedOrders(tx, id)
    const { timeZone, quietHours } = await loadMessagingTerms(tx)
    return {
      row,
      invoice,
      amountDue: orders.reduce((sum, { due }) => sum + due, 0),
      // A draft has no dunning: reminders start when it is issued.
      status: row?.status ?? 'STOPPED',
      dueOn: dateTextOrNull(invoice.dueOn) ?? '',
      levels: row ? fromJson(DunningLevels, row.levels) : [],
      reminders: row ? fromJson(z.array(DunningReminder), row.reminders) : [],
      resumedAt: row?.resumedAt ?? null,
      resumesOn: row ? dateTextOrNull(row.resumesOn) : null,
      timeZone,
      quietHours,
    }
  },
  plan: planDunning,
  cancelReason: ({ row }) => whyNot(row),
  waitsFor: ({ status, row }) => (status === 'HELD' ? `held: ${row?.holdReason}` : undefined),
  finalStatus: ({ status }) => (status === 'STOPPED' ? 'COMPLETED' : 'CANCELLED'),
  isSettled: ({ status }) => status !== 'ACTIVE',
  // A level that was due while the follow-up was cancelled is covered by the next level.
  whenLate: (step) => (levelOf(step) === undefined ? 'DONE' : 'SKIPPED'),
  // Claims can be pursued even during a restriction, Art. 18(2) GDPR. A message to the person would be held
  // back.
  whileRestricted: () => 'DONE',
  perform: (tx, facts, stepRun) => {
    const { row } = facts
    const level = levelOf(stepRun.step)
    if (level === undefined) return endHold(tx, facts)
    if (!row || row.status !== 'ACTIVE') return skipped(whyNot(row))
    if (level !== facts.reminders.length + 1) return skipped('another reminder comes before it')
    return remind(tx, { ...facts, row }, stepRun, level)
  },
})

const whyNot = (row: DunningModel | null): string => {
  if (row?.status === 'HELD') return `held back: ${row.holdReason}`
  if (row?.status === 'STOPPED') return `no payment is due: ${row.stopReason}`
  return 'its dates have changed'
}

const endHold = async (tx: Transaction, { row }: Facts): Promise<Outcome> => {
  if (row?.status !== 'HELD') return skipped('it is not on hold')
  await resumeDunning(tx, { id: row.id })
  return done('reminders go on')
}

const remind = async (
  tx: Transaction,
  facts: Facts & { row: DunningModel },
  stepRun: StepRun,
  level: number,
): Promise<Outcome> => {
  const told = await sendReminder(tx, { ...facts, stepRun, level })
  const isLast = level === facts.levels.length
  return done(
    told,
    isLast
      ? 'the last reminder was sent: decide how to proceed, or write the invoice off'
      : undefined,
  )
}
