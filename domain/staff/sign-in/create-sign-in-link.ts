import { newId } from '#platform/core/records/ids.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { hashSecret, randomToken } from '#platform/identity/secrets.ts'

/** The purposes of links, with their lifetimes in minutes. */
const LIFETIME_MINUTES = {
  /** A person requested the link for their browser. */
  SIGN_IN: 15,
  /** The link invites a user. */
  INVITATION: 7 * 24 * 60,
  /** An operator created the link and hands it over. */
  OPERATOR: 60,
  /** With the link, a signed-in person proves their identity again in that session. */
  STEP_UP: 15,
} as const

export type LinkPurpose = keyof typeof LIFETIME_MINUTES

export interface LinkRequest {
  userId: string
  purpose: LinkPurpose
  /** The secret of the browser that requested the link, which only that browser has. */
  browserSecret?: string
  /** The network site of the request. */
  askedFrom?: string
  /** The session to renew. */
  sessionId?: string
}

export interface CreatedLink {
  id: string
  /** Contains the token, which appears nowhere else. */
  path: string
  expiresAt: Date
}

/** Creates a single-use sign-in link. */
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
