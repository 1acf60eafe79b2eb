import { addressLines } from '#platform/core/contact/address-lines.ts'
import { decimalText, moneyText } from '#platform/core/money/money.ts'
import { columnsOf, openPaper, type Paper } from '#platform/core/paper/open-paper.ts'
import type { Superbill } from './schemas.ts'

const COLUMNS = columnsOf([58, 54, 30, 170, 35, 58, 58], 4)

/**
 * Renders a superbill as a PDF with everything that insurers require.
 */
export const renderSuperbill = async (superbill: Superbill): Promise<Uint8Array<ArrayBuffer>> => {
  const { seller, startsOn, endsOn, createdAt, currency, lines } = superbill
  const title = `Superbill ${startsOn} to ${endsOn}`
  const paper = await openPaper({ title, author: seller.name, at: new Date(createdAt) })
  writeHead(paper, superbill, title)
  const head = ['Day', 'Code', 'POS', 'Service and provider', 'Units', 'Charged', 'Paid']
  paper.row(COLUMNS, 'bold', head)
  for (const line of lines) {
    const who = [line.providerName, line.providerNpi && `NPI ${line.providerNpi}`]
    const cells = [
      line.servedOn,
      line.serviceCode ?? '',
      line.placeOfServiceCode ?? '',
      `${line.description}\n${who.filter(Boolean).join(', ')}`,
      String(line.units),
      decimalText(line.amount, currency),
      decimalText(line.paidAmount, currency),
    ]
    paper.row(COLUMNS, 'text', cells)
  }
  paper.space(1)
  paper.bold(`Charged ${moneyText(superbill.amount, currency)}`)
  paper.bold(`Paid ${moneyText(superbill.paidAmount, currency)}`)
  return paper.finish(superbill.id)
}

const writeHead = (paper: Paper, superbill: Superbill, title: string): void => {
  const { seller, patient, diagnosisCodes } = superbill
  paper.bold(seller.name)
  for (const text of addressLines(seller.address)) paper.small(text)
  paper.small([seller.email, seller.phone].filter(Boolean).join(' · '))
  paper.small(`Tax id ${seller.taxNumber ?? seller.vatId}`)
  paper.space(1.5)
  paper.title(title)
  paper.line(`Patient ${patient.name}, born ${patient.birthDate}`)
  paper.line(`Paid by ${patient.paidBy}`)
  if (diagnosisCodes.length > 0) paper.line(`Diagnoses (ICD-10) ${diagnosisCodes.join(', ')}`)
  paper.space(1)
}
