import { addressLines } from '#platform/core/contact/address-lines.ts'
import { decimalText, moneyText } from '#platform/core/money/money.ts'
import { columnsOf, openPaper, type Paper } from '#platform/core/paper/open-paper.ts'
import type { Statement } from './schemas.ts'

const MOVEMENTS = columnsOf([62, 200, 65, 65, 75], 2)
const ITEMS = columnsOf([230, 100, 62, 75], 2)

/** Labels of postings. Other kinds do not affect payers. */
const WORDS: Readonly<Record<string, string>> = {
  ORDER_OPENED: 'Charged',
  ORDER_CANCELLED: 'Taken back',
  ORDER_WRITTEN_OFF: 'Written off',
  FEE_CHARGED: 'Fee',
  FEE_WITHDRAWN: 'Fee withdrawn',
  PAYMENT_CAPTURED: 'Payment',
  REFUND_BEGUN: 'Refund',
  REFUND_PAID: 'Refund paid out',
  REFUND_RETURNED: 'Refund returned',
  REFUND_FAILED: 'Refund failed',
}

/**
 * Renders a statement as a PDF: movements between two balances, and open items.
 * @param madeAt the instant that the statement shows.
 */
export const renderStatement = async (
  statement: Statement,
  madeAt: string,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { name, address, currency, startsOn, endsOn } = statement
  const title = startsOn === null ? `Statement to ${endsOn}` : `Statement ${startsOn} to ${endsOn}`
  const paper = await openPaper({ title, author: name, at: new Date(madeAt) })
  paper.line(name)
  for (const text of address ? addressLines(address) : []) paper.line(text)
  paper.space(2)
  paper.title(title)
  paper.small(`Made ${madeAt}`)
  paper.space(1)
  writeMovements(paper, statement)
  paper.space(1.5)
  paper.bold('Amount due now')
  for (const item of statement.openItems) {
    const { description, invoiceNumber, dueOn, amountDue } = item
    const due = dueOn === null ? '' : `due ${dueOn}`
    const cells = [description, invoiceNumber ?? '', due, decimalText(amountDue, currency)]
    paper.row(ITEMS, 'text', cells)
  }
  const total = statement.openItems.reduce((sum, { amountDue }) => sum + amountDue, 0)
  paper.row(ITEMS, 'bold', ['Total', '', '', moneyText(total, currency)])
  return paper.finish(title)
}

const writeMovements = (paper: Paper, statement: Statement): void => {
  const { currency, openingBalance, closingBalance, movements } = statement
  const money = (amountMinor: number) =>
    amountMinor === 0 ? '' : decimalText(amountMinor, currency)
  paper.row(MOVEMENTS, 'bold', ['Day', 'What', 'Charged', 'Credited', `Balance ${currency}`])
  paper.row(MOVEMENTS, 'text', [
    '',
    'Balance before',
    '',
    '',
    decimalText(openingBalance, currency),
  ])
  for (const movement of movements) {
    const { postedOn, kind, description, invoiceNumber, debit, credit, balance } = movement
    const what = [WORDS[kind] ?? kind, description, invoiceNumber].filter(Boolean).join(' · ')
    const cells = [postedOn, what, money(debit), money(credit), decimalText(balance, currency)]
    paper.row(MOVEMENTS, 'text', cells)
  }
  paper.row(MOVEMENTS, 'bold', ['', 'Balance', '', '', decimalText(closingBalance, currency)])
}
