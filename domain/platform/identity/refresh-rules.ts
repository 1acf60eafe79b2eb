/** How long a used token can be repeated after a lost response. */
const RETRY_WINDOW_MS = 30_000

/** The parts of a refresh token that decide its fate. */
export interface StoredToken {
  clientId: string
  expiresAt: Date
  spentAt: Date | null
  revokedAt: Date | null
}

/**
 * `fresh`: use it. `retry`: the response was lost, repeat it. `reused`: two parties have it, so its successors
 * are not trusted. `invalid`: unknown, of another client, revoked or expired.
 */
export type RefreshVerdict = 'fresh' | 'retry' | 'reused' | 'invalid'

/** @param isLivePredecessor whether the family's unused token is its direct successor. */
export const judgeRefreshToken = (
  token: StoredToken | undefined,
  {
    clientId,
    now,
    isLivePredecessor,
  }: { clientId: string; now: Date; isLivePredecessor: () => boolean },
): RefreshVerdict => {
  if (!token || token.clientId !== clientId || token.revokedAt || token.expiresAt <= now) {
    return 'invalid'
  }
  if (!token.spentAt) return 'fresh'
  const spentForMs = now.getTime() - token.spentAt.getTime()
  return spentForMs <= RETRY_WINDOW_MS && isLivePredecessor() ? 'retry' : 'reused'
}
