import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { renderPreview } from './render-preview.ts'
import { toMessageIssue, type MessageTextPreview, type PreviewMessageText } from './schemas.ts'

/** Shows a message without sending it. The audit trail shows whose data were seen. */
export const previewMessageText = (
  ctx: Context,
  asked: PreviewMessageText,
): Promise<MessageTextPreview> =>
  transact(ctx, ['messages:read', 'message-settings:read'], async (tx) => {
    const { template, channel } = asked
    const { rendered, used, language, issues, shown } = await renderPreview(tx, asked)
    if (shown.subject) tx.did(shown.subject, { preview: template })
    else tx.nothingChanged({ type: 'tenant', id: tx.tenantId })
    const { subject, text, html, attachments } = rendered
    return {
      template,
      channel,
      language: used.language,
      origin: used.own ? 'OWN' : used.language === language ? 'PLATFORM' : 'FALLBACK',
      issues: issues.map(toMessageIssue),
      subject,
      text,
      html,
      attachments: attachments.map(({ filename }) => filename),
      recordId: shown.subject?.id ?? null,
      childId: shown.childId,
      recipientId: shown.recipient?.id ?? null,
    }
  })
