import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { assertMayRun } from '../agent-runs/start/assert-may-run.ts'
import { loadAgentVersion } from './queries.ts'
import { definitionOf } from '../definitions/definition.ts'

/**
 * Refuses a caller who starts a version that acts for its publisher, unless the caller may do everything that
 * the version does.
 */
export const assertMaySetGoing = async (
  tx: Transaction,
  { id, publishedVersion }: { id: string; publishedVersion: number | null },
): Promise<void> => {
  if (publishedVersion === null) return
  const version = await loadAgentVersion(tx, { id, number: publishedVersion })
  const definition = definitionOf(version)
  if (definition.trigger.type !== 'MANUAL') await assertMayRun(tx, definition, version.publishedBy)
}
