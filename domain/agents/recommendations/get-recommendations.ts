import type { Context } from '#platform/core/context/context.ts'
import { can, permissionsIn, type Actor } from '#platform/core/access/permissions.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { namedIn } from '../catalog/named-in.ts'
import { QUERIES } from '../catalog/queries/index.ts'
import { rowsOf } from '../catalog/run-query.ts'
import { isDismissed, loadDismissals } from './load-dismissals.ts'
import { evidenceOf, RULE_NAMES, ruleOf, scoreOf, type Row, type RuleName } from './rules.ts'
import type { Recommendation, RecommendationQuery, Recommendations } from './schemas.ts'

/** The recommended actions for records that the caller may read. */
export const getRecommendations = (
  ctx: Context,
  query: RecommendationQuery,
): Promise<Recommendations> =>
  read(ctx, 'recommendations:read', async (reader) => {
    const all = await recommend(reader, query)
    return {
      generatedBy: 'RULES',
      total: all.length,
      recommendations: all.slice(0, query.limit),
    }
  })

/** Recommendations that are not dismissed, highest score first. */
export const recommend = async (
  reader: Reader,
  { rule, childId }: Pick<RecommendationQuery, 'rule' | 'childId'>,
): Promise<Recommendation[]> => {
  const [found, dismissals] = await Promise.all([
    findAll(reader, rule ?? RULE_NAMES),
    loadDismissals(reader),
  ])
  return found
    .filter((it) => childId === undefined || it.recommended.childId === childId)
    .filter(({ recommended, evidence }) => !isDismissed(dismissals, recommended, evidence))
    .map(({ recommended }) => recommended)
    .toSorted((a, b) => b.score - a.score || a.recordId.localeCompare(b.recordId))
    .map((it, at) => ({ rank: at + 1, ...it }))
}

/** Whether the caller may read the records of a rule. */
export const isConsidered = (actor: Actor, rule: RuleName): boolean =>
  [...permissionsIn(queryOf(rule).needs)].every((permission) => can(actor, permission))

/** The recommendation of a rule for one record, and the facts behind it. */
export interface Found {
  recommended: Omit<Recommendation, 'rank'>
  evidence: object
}

/** Recommendations of rules whose records the caller may read, whether or not they are dismissed. */
export const findAll = async (reader: Reader, rules: readonly RuleName[]): Promise<Found[]> => {
  const considered = [...new Set(rules)].filter((name) => isConsidered(reader.actor, name))
  return (await Promise.all(considered.map((name) => foundBy(reader, name)))).flat()
}

const queryOf = (rule: RuleName) => namedIn(QUERIES, 'query', ruleOf(rule).query)

const foundBy = async (reader: Reader, name: RuleName): Promise<Found[]> => {
  const rule = ruleOf(name)
  const query = queryOf(name)
  const { rows } = await rowsOf(reader, query, query.parameters.parse({}))
  const byRecord = Map.groupBy(rows as Row[], (row) => row[rule.record] as string)
  return [...byRecord].map(([recordId, ofRecord]) => {
    // A query returns a record's most urgent row first.
    const row = ofRecord[0]!
    const more = ofRecord.length - 1
    const waitingSince = row[rule.since] as string | null
    const recommended = {
      rule: name,
      score: scoreOf(rule, waitingSince, reader.now),
      recordId,
      childId: (row['childId'] as string | undefined) ?? null,
      reason: more > 0 ? `${rule.reason(row)} (and ${more} more)` : rule.reason(row),
      waitingSince,
      action: {
        operation: rule.operationId,
        method: rule.method,
        path: rule.path.replace('{id}', recordId),
      },
    }
    return { recommended, evidence: evidenceOf(rule, ofRecord) }
  })
}
