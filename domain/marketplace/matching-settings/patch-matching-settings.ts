import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord, keyOf, touched } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { movedMatches } from '../matching/moved-matches.ts'
import { DEFAULT_SETTINGS } from './rules.ts'
import { loadMatchingSettings, toMatchingSettings } from './queries.ts'
import type { MatchingSettingsOutcome, PatchMatchingSettings } from './schemas.ts'

interface Change {
  version: number | undefined
  patch: PatchMatchingSettings
  /** If true, returns the result without changing anything. */
  dryRun: boolean
}

/** Changes the settings for new matches. Earlier matches are reranked only to show the effect in the response. */
export const patchMatchingSettings = (
  ctx: Context,
  { dryRun, ...change }: Change,
): Promise<MatchingSettingsOutcome> =>
  transact(ctx, 'matching-settings:write', async (tx) => {
    if (!dryRun) return { dryRun, ...(await changeSettings(tx, change)) }
    const outcome = await tx.rehearse(() => changeSettings(tx, change))
    tx.nothingChanged({ type: 'tenant', id: tx.tenantId })
    return { dryRun, ...outcome }
  })

const changeSettings = async (
  tx: Transaction,
  { version, patch }: Omit<Change, 'dryRun'>,
): Promise<Omit<MatchingSettingsOutcome, 'dryRun'>> => {
  const before = await settingsRow(tx)
  assertVersion(before, version)
  const weights = { ...toMatchingSettings(before).weights, ...patch.weights }
  if (Object.values(weights).every((weight) => weight === 0))
    throw invalid('weights', 'too_small', 'At least one weight must be more than 0.')
  const after = await tx.db.matchingSettings.update({
    where: keyOf(tx, before.id),
    data: { ...patch, weights, ...touched(tx) },
  })
  tx.changed({ type: 'matchingSettings', id: before.id }, before, after)
  const settings = toMatchingSettings(after)
  return { ...settings, movedMatches: await movedMatches(tx, settings) }
}

/** Locks the settings. A centre's first change creates its own. */
const settingsRow = async (tx: Transaction) => {
  const { weights, explorationShare, newProviderDays } = DEFAULT_SETTINGS
  const { tenantId, id } = freshRecord(tx, newId('matchingSettings'))
  await tx.sql(OWN, [tenantId, id, weights, explorationShare, newProviderDays, tx.now])
  await tx.sql(LOCK, [tenantId])
  return (await loadMatchingSettings(tx))!
}

const OWN = `
  INSERT INTO matching_settings (tenant_id, id, weights, exploration_share, new_provider_days, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING`

const LOCK = 'SELECT 1 FROM matching_settings WHERE tenant_id = $1 FOR UPDATE'
