import type { Context } from '#platform/core/context/context.ts'
import type { EvidenceFile } from '#providers/payments/gateway.ts'
import { exportInvoicePdf } from '#receivables/invoices/export-invoice-pdf.ts'
import type { DisputeEvidence } from './dispute-evidence.ts'

/** The documents for the bank. They are rendered outside of transactions. */
export const renderEvidence = async (
  ctx: Context,
  { documents }: DisputeEvidence,
): Promise<EvidenceFile[]> => {
  const files: EvidenceFile[] = []
  for (const { kind, invoiceId: id } of documents)
    files.push({ kind, name: `${id}.pdf`, pdf: await exportInvoicePdf(ctx, { id }) })
  return files
}
