import type { MatchingSettings as SettingsModel } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { recordOf } from '#platform/core/records/record.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { DEFAULT_SETTINGS } from './rules.ts'
import { MatchingWeights, type MatchingSettings } from './schemas.ts'

export const getMatchingSettings = (ctx: Context): Promise<MatchingSettings> =>
  read(ctx, 'matching-settings:read', async (reader) => {
    const row = await loadMatchingSettings(reader)
    return row ? toMatchingSettings(row) : defaultSettings(reader)
  })

/** The centre's settings; null if it has not changed the defaults. */
export const loadMatchingSettings = (reader: Reader): Promise<SettingsModel | null> =>
  reader.db.matchingSettings.findFirst({ where: { tenantId: reader.tenantId } })

/** The default settings date from the creation of the centre. */
const defaultSettings = async (reader: Reader): Promise<MatchingSettings> => {
  const { createdAt } = await reader.db.tenant.findFirstOrThrow({
    where: { id: reader.tenantId },
    select: { createdAt: true },
  })
  const { version, ...settings } = DEFAULT_SETTINGS
  return { ...settings, ...recordOf({ createdAt, updatedAt: createdAt, version }) }
}

export const toMatchingSettings = (row: SettingsModel): MatchingSettings => ({
  weights: fromJson(MatchingWeights, row.weights),
  explorationShare: row.explorationShare,
  newProviderDays: row.newProviderDays,
  ...recordOf(row),
})
