/** How long a used token can be sent again after a lost response. */
const RETRY_WINDOW_MS = 30_000

/** The fields of a refresh token that decide whether it is accepted. */
export interface StoredToken {
  clientId: string
  expiresAt: Date
  spentAt: Date | null
  revokedAt: Date | null
}

/**
 * `fresh`: use it. `retry`: the response was lost, so repeat it. `reused`: two parties have it, so its
 * successors cannot be trusted. `invalid`: it is unknown, revoked or expired, or belongs to another client.
 */
export type RefreshVerdict = 'fresh' | 'retry' | 'reused' | 'invalid'

/** @param isLivePredecessor whether the unused token of the family is its direct successor. */
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
