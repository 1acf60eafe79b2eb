import type { Dunning as DunningModel, Invoice as InvoiceModel } from '#prisma/generated/client.ts'
import { fromJson, jsonArray } from '#platform/core/sql/json.ts'
import { moneyText } from '#platform/core/money/money.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { dateText, utc } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { StepRun } from '#messaging/follow-ups/follow-up-kind.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { Seller } from '../invoices/invoice-line.ts'
import { insertOrder } from '../orders/insert-order.ts'
import { dunningEvents, dunningFacts } from './events.ts'
import type { DunningLevel } from '../legal-entities/dunning-level.ts'
import type { DunningReminder } from './dunning-reminder.ts'

interface Reminder {
  row: DunningModel
  invoice: InvoiceModel
  amountDue: number
  level: number
  levels: readonly DunningLevel[]
  reminders: readonly DunningReminder[]
  timeZone: string
  stepRun: StepRun
}

/** Sends a reminder to the payer, charges the fee of its level, and records it. */
export const sendReminder = async (tx: Transaction, reminder: Reminder): Promise<string> => {
  const { row, invoice, amountDue, level, levels, reminders, stepRun } = reminder
  const { text, fee } = levels[level - 1]!
  const charged = fee && fee.currency === invoice.currency ? fee : null
  const feeOrder = charged && (await chargeFee(tx, reminder, charged.amount))
  const told = await tell(tx, reminder, { text, fee: charged?.amount ?? null })
  const sent: DunningReminder = {
    level,
    dueAt: utc(stepRun.dueAt),
    sentAt: utc(tx.now),
    amountDue,
    feeOrderId: feeOrder?.id ?? null,
  }
  const after = await tx.db.dunning.update({
    where: keyOf(tx, row.id),
    data: { reminders: jsonArray([...reminders, sent]), ...touched(tx) },
  })
  const subject = { type: 'dunning', id: row.id } as const
  tx.changed(subject, row, after)
  tx.emit(dunningEvents['dunning.reminded'], subject, {
    ...dunningFacts(row),
    level,
    amountDue,
    currency: invoice.currency,
    ...(feeOrder && { feeOrderId: feeOrder.id }),
  })
  return told
}

/** Charges the fee as a separate order, because the invoice is immutable. */
const chargeFee = (tx: Transaction, { invoice, level }: Reminder, unitAmountMinor: number) =>
  insertOrder(
    tx,
    {
      childId: null,
      appointmentId: null,
      payerId: invoice.payerId,
      currency: invoice.currency,
      lines: [
        {
          serviceId: null,
          description: `Reminder ${level} of invoice ${invoice.number}`,
          quantity: 1,
          unitAmountMinor,
        },
      ],
    },
    { purpose: 'DUNNING_FEE' },
  )

const tell = async (
  tx: Transaction,
  { row, invoice, amountDue, level, timeZone, stepRun }: Reminder,
  { text, fee }: { text: string | null; fee: number | null },
): Promise<string> => {
  const { payerId, clientId, currency } = invoice
  const recipient = await findRecipient(
    tx,
    clientId === null ? { type: 'payer', id: payerId } : { type: 'client', id: clientId },
  )
  if (!recipient) return 'the payer is archived: nobody was notified'
  const seller = fromJson(Seller, invoice.seller)
  await queueMessage(tx, {
    template: 'invoice.overdue',
    variables: {
      firstName: recipient.firstName,
      number: invoice.number!,
      seller: seller.name,
      dueOn: dateText(invoice.dueOn!),
      amount: moneyText(amountDue, currency),
      fee: fee === null ? null : moneyText(fee, currency),
      iban: seller.iban,
      level,
      text,
    },
    recipient,
    subject: { type: 'invoice', id: invoice.id },
    dedupeKey: `${stepRun.followUpId}/${stepRun.step}/${row.id}`,
    followUp: { id: stepRun.followUpId, step: stepRun.step },
    timeZone,
    now: stepRun.runNow,
  })
  return 'e-mail to the payer'
}
