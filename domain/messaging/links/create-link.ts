import { newId } from '#platform/core/records/ids.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { hashSecret, randomToken } from '#platform/identity/secrets.ts'
import type { Language } from '../locales/languages.ts'
import type { LinkPurposeName } from './link-purpose.ts'

export interface LinkRequest {
  purpose: LinkPurposeName
  subject: Subject
  /** The recipient of the link. */
  recipientId?: string
  language: Language
  expiresAt: Date
}

/** The path of a link, relative to the platform's public address. */
const linkPath = (token: string): string => `/links/${token}`

/** Creates a single-use link. Only this result contains its token. */
export const createLink = async (
  tx: Transaction,
  { purpose, subject, recipientId, language, expiresAt }: LinkRequest,
): Promise<{ id: string; path: string }> => {
  const id = newId('oneTimeLink')
  const token = randomToken()
  await tx.db.oneTimeLink.create({
    data: {
      tenantId: tx.tenantId,
      id,
      purpose,
      subjectType: subject.type,
      subjectId: subject.id,
      recipientId: recipientId ?? null,
      language,
      tokenHash: hashSecret(token),
      expiresAt,
      createdAt: tx.now,
    },
  })
  tx.created({ type: 'oneTimeLink', id }, { purpose, subjectId: subject.id, expiresAt })
  return { id, path: linkPath(token) }
}
