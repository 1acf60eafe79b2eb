import type { MailAttachment } from '#providers/mail/index.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { MessagingTerms } from '../settings.ts'
import type { Logo } from './load-logo.ts'
import { withLogo } from './with-logo.ts'

/**
 * The terms of an e-mail that contains the centre's logo, and the logo as its attachment. It is never a remote
 * picture: loading one would tell its server when a family reads the e-mail, and where.
 */
export const logoInMail = async (
  reader: Reader,
  terms: MessagingTerms,
): Promise<{ terms: MessagingTerms; attachments: MailAttachment[] }> => {
  const found = await withLogo(reader, terms, (logo) => `cid:${cidOf(logo)}`)
  return { terms: found.terms, attachments: found.logo ? [attachmentOf(found.logo)] : [] }
}

const cidOf = ({ sha256 }: Logo): string => `${sha256.slice(0, 32)}@logo`

const attachmentOf = (logo: Logo): MailAttachment => ({
  filename: logo.contentType === 'image/png' ? 'logo.png' : 'logo.jpg',
  contentType: logo.contentType,
  content: logo.contents,
  cid: cidOf(logo),
})
