import { newId } from '#platform/core/records/ids.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { hashSecret, randomToken } from '#platform/identity/secrets.ts'

/** A link's purpose, and its lifetime in minutes. */
const LIFETIME_MINUTES = {
  /** Requested by a person, for their browser. */
  SIGN_IN: 15,
  /** For an invited user. */
  INVITATION: 7 * 24 * 60,
  /** Created by an operator, who hands it over. */
  OPERATOR: 60,
  /** A signed-in person's step-up, for that session. */
  STEP_UP: 15,
} as const

export type LinkPurpose = keyof typeof LIFETIME_MINUTES

export interface LinkRequest {
  userId: string
  purpose: LinkPurpose
  /** The requesting browser's secret, which only it can use. */
  browserSecret?: string
  /** The requesting site. */
  askedFrom?: string
  /** The session to renew. */
  sessionId?: string
}

export interface CreatedLink {
  id: string
  /** With the token, contained only here. */
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
