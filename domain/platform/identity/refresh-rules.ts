/** How long after its use a token may be shown again by who never got the answer. */
const RETRY_WINDOW_MS = 30_000

/** A stored refresh token, as far as its fate depends on it. */
export interface StoredToken {
  clientId: string
  expiresAt: Date
  spentAt: Date | null
  revokedAt: Date | null
}

/**
 * `fresh`: spend it. `retry`: the answer was lost, give it again. `reused`: two hold it, so nobody
 * can be trusted with what came after it. `invalid`: unknown, another client's, revoked or expired.
 */
export type RefreshVerdict = 'fresh' | 'retry' | 'reused' | 'invalid'

/** @param isLivePredecessor whether the family's unspent token is the one that followed this one. */
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
