import type { MessageFile } from '#messaging/messages/message-file.ts'

/** The PDF of an invoice, for the e-mail that announces it. */
export const invoiceFile: MessageFile = async (ctx, id) => {
  const { exportInvoicePdf } = await import('./export-invoice-pdf.ts')
  const content = Buffer.from(await exportInvoicePdf(ctx, { id }))
  return { filename: `${id}.pdf`, contentType: 'application/pdf', content }
}
