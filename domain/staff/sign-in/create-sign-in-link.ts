import { newId } from '#platform/core/records/ids.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { hashSecret, randomToken } from '#platform/identity/secrets.ts'

/** What a link is for, and the minutes that it can be used. */
const LIFETIME_MINUTES = {
  /** Asked for by a person, for the browser that they ask in. */
  SIGN_IN: 15,
  /** For somebody who was invited. */
  INVITATION: 7 * 24 * 60,
  /** Made by an operator, who hands it over. */
  OPERATOR: 60,
  /** Asked for by a person who is signed in, to prove once more who they are: for that session. */
  STEP_UP: 15,
} as const

export type LinkPurpose = keyof typeof LIFETIME_MINUTES

export interface LinkRequest {
  userId: string
  purpose: LinkPurpose
  /** The secret of the browser that asks, which alone can use the link. */
  browserSecret?: string
  /** The site that asks. */
  askedFrom?: string
  /** The session that it renews. */
  sessionId?: string
}

export interface CreatedLink {
  id: string
  /** With the token, which is here and nowhere else. */
  path: string
  expiresAt: Date
}

/** Makes a link that signs its user in, once. */
export const createSignInLink = async (
  tx: Transaction,
  { userId, purpose, browserSecret, askedFrom, sessionId }: LinkRequest,
): Promise<CreatedLink> => {
  const id = newId('signInLink')
  const token = randomToken()
  const expiresAt = addMinutes(tx.now, LIFETIME_MINUTES[purpose])
  await tx.db.signInLink.create({
    data: {
      tenantId: tx.tenantId,
      id,
      userId,
      purpose,
      tokenHash: hashSecret(token),
      browserHash: browserSecret === undefined ? null : hashSecret(browserSecret),
      askedFrom: askedFrom ?? null,
      sessionId: sessionId ?? null,
      expiresAt,
      createdAt: tx.now,
    },
  })
  tx.created({ type: 'signInLink', id }, { userId, purpose, expiresAt })
  return { id, path: `/sign-in/${token}`, expiresAt }
}
