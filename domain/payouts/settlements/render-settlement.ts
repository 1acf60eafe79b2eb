import { decimalText, moneyText } from '#platform/core/money/money.ts'
import { columnsOf, openPaper } from '#platform/core/paper/open-paper.ts'
import { stepsToPayout, type SettlementStatement } from './load-settlement-statement.ts'

const LINES = columnsOf([58, 150, 62, 62, 62, 62], 2)
const TOTALS = columnsOf([330, 100])

const STEPS = {
  SHARE: 'Your share',
  CARRIED_IN: 'Carried from the previous settlement',
  RELEASED: 'Released from earlier reserves',
  WITHHELD: 'Kept back',
} as const

const KINDS = {
  PAYMENT: '',
  REFUND: 'Refund: ',
  RESTORED: 'Reversed refund: ',
  DISPUTE: 'Lost dispute: ',
} as const

/** Renders a settlement's statement as a PDF. The bytes are deterministic. */
export const renderSettlement = async (
  statement: SettlementStatement,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { settlement, centreName, providerName, lines } = statement
  const { id, currency, status, startsOn, endsOn, updatedAt } = settlement
  const title = startsOn === null ? `Settlement ${id}` : `Settlement ${startsOn} to ${endsOn}`
  const paper = await openPaper({ title, author: centreName, at: new Date(updatedAt) })
  paper.bold(centreName)
  paper.space(1.5)
  paper.title(title)
  paper.line(`For ${providerName}`)
  paper.line(`${id} · ${status} · ${updatedAt}`)
  paper.space(1)
  const head = ['Paid on', 'Visit', 'Gross', 'Platform', 'Centre', 'Your share']
  paper.row(LINES, 'bold', head)
  for (const line of lines) {
    const { kind, paidOn, servedOn, serviceName, paymentId } = line
    const visit = [serviceName, servedOn].filter(Boolean).join(', ') || paymentId
    const amounts = [line.gross, line.platform, line.centre, line.provider]
    const money = amounts.map((amount) => decimalText(amount, currency))
    paper.row(LINES, 'text', [paidOn, `${KINDS[kind]}${visit}`, ...money])
  }
  paper.space(1.5)
  for (const { step, amount } of stepsToPayout(settlement))
    paper.row(TOTALS, 'text', [STEPS[step], decimalText(amount, currency)])
  paper.row(TOTALS, 'bold', ['Paid out', moneyText(settlement.payout, currency)])
  if (settlement.carriedOut !== 0)
    paper.line(`Carried to the next settlement: ${moneyText(settlement.carriedOut, currency)}`)
  if (settlement.waiting !== 0)
    paper.line(
      `Paid by families, visits to come: ${moneyText(settlement.waiting, currency)}, shared after the visits`,
    )
  for (const reason of statement.reasons) paper.small(`Kept back: ${reason}`)
  return paper.finish(id)
}
