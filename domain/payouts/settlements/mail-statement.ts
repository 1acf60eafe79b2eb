import { csvFile } from '#platform/core/lists/csv-file.ts'
import { decimalText } from '#platform/core/money/money.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { loadSettlementStatement, stepsToPayout } from './load-settlement-statement.ts'

/** Sends the statement of a paid settlement to its provider, with its lines as CSV. */
export const mailStatement = async (tx: Transaction, id: string): Promise<void> => {
  const { settlement, lines, reasons } = await loadSettlementStatement(tx, id)
  const { currency, providerId, startsOn, endsOn, payout, carriedOut } = settlement
  const recipient = await findRecipient(tx, { type: 'provider', id: providerId })
  if (!recipient) return
  const text = (amount: number) => decimalText(amount, currency)
  const csv = csvFile(
    COLUMNS,
    lines.map(({ gross, platform, centre, provider, ...line }) => ({
      ...line,
      currency,
      gross: text(gross),
      platform: text(platform),
      centre: text(centre),
      provider: text(provider),
    })),
  )
  await queueMessage(tx, {
    template: 'settlement.statement',
    variables: {
      firstName: recipient.firstName,
      settlementId: id,
      startsOn,
      endsOn,
      currency,
      steps: stepsToPayout(settlement),
      payout,
      carriedOut,
      reasons: [...reasons],
      csv: new TextDecoder().decode(csv),
    },
    recipient,
    subject: { type: 'settlement', id },
    dedupeKey: `settlement/${id}/statement`,
  })
}

const COLUMNS = [
  'paidOn',
  'servedOn',
  'serviceName',
  'kind',
  'gross',
  'platform',
  'centre',
  'provider',
  'currency',
  'paymentId',
] as const
