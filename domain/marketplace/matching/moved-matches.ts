import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Settings } from '../matching-settings/rules.ts'
import type { MovedMatch } from '../matching-settings/schemas.ts'
import { ranked, scoreOf } from './rules.ts'
import { candidatesOf, toTherapistMatch } from './schemas.ts'

/** The number of matches that are reranked. */
const LATEST = 50

/** How settings would have ranked recent matches. Only the providers examined at that time are considered. */
export const movedMatches = async (reader: Reader, settings: Settings): Promise<MovedMatch[]> => {
  const rows = await reader.db.therapistMatch.findMany({
    where: { tenantId: reader.tenantId },
    orderBy: { id: 'desc' },
    take: LATEST,
  })
  return rows.map((row) => {
    const { matches, preferences, limit, inputHash } = toTherapistMatch(row)
    const scored = candidatesOf(row).map(({ providerId, isNew, values }) => ({
      providerId,
      isNew,
      score: scoreOf(values, settings.weights, preferences),
    }))
    const after = ranked(scored, settings, { limit, seed: `${inputHash} ${settings.version}` })
    return {
      matchId: row.id,
      moves: movesBetween(
        matches.map(({ providerId }) => providerId),
        after.map(({ providerId }) => providerId),
      ),
    }
  })
}

/** Providers whose rank changed, ordered by the new rank and then by the old one. */
const movesBetween = (before: readonly string[], after: readonly string[]) =>
  [...new Set([...after, ...before])].flatMap((providerId) => {
    const rankBefore = rankIn(before, providerId)
    const rankAfter = rankIn(after, providerId)
    return rankBefore === rankAfter ? [] : [{ providerId, rankBefore, rankAfter }]
  })

const rankIn = (ids: readonly string[], id: string): number | null => {
  const index = ids.indexOf(id)
  return index < 0 ? null : index + 1
}
