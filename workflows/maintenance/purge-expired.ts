import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { Purged } from './messages.ts'

// Deletions of what has no more use: a few tries, and the next hour's run takes what is left.
const { purgeIdempotencyKeys, purgeTokens, purgeMessages, purgeRateLimits } =
  proxyActivities<Activities>({
    startToCloseTimeout: '20 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '10 seconds', maximumAttempts: 5 },
  })

/** Deletes what is past its time. One kind that fails does not hold up the others. For a schedule. */
export async function purgeExpired(): Promise<Purged> {
  const purges = [
    purgeIdempotencyKeys(),
    purgeTokens(),
    purgeMessages(),
    purgeRateLimits(),
  ] as const
  await Promise.allSettled(purges)
  const [idempotencyKeys, tokens, messages, rateLimits] = await Promise.all(purges)
  const purged = { idempotencyKeys, tokens, messages, rateLimits }
  const counts = Object.entries(purged).map(([what, rows]) => `${what}: ${rows}`)
  setCurrentDetails(`Deleted ${counts.join(', ')}`)
  return purged
}
