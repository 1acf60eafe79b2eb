import { canonicalJson } from '#platform/core/sql/json.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** The facts behind dismissed recommendations at that time, keyed by rule and record. */
type Dismissals = ReadonlyMap<string, string>

interface Named {
  rule: string
  recordId: string
}

const keyOf = ({ rule, recordId }: Named): string => `${rule}/${recordId}`

/** Dismissals that are still valid: neither undone nor past their snooze. */
export const loadDismissals = async ({ db, tenantId, now }: Reader): Promise<Dismissals> => {
  const rows = await db.recommendationDismissal.findMany({
    where: {
      tenantId,
      undoneAt: null,
      OR: [{ snoozeEndsAt: null }, { snoozeEndsAt: { gt: now } }],
    },
    select: { rule: true, subjectId: true, evidence: true },
  })
  return new Map(
    rows.map(({ rule, subjectId: recordId, evidence }) => [
      keyOf({ rule, recordId }),
      canonicalJson(evidence),
    ]),
  )
}

/** Whether the recommendation was dismissed and the facts behind it are unchanged. */
export const isDismissed = (dismissals: Dismissals, named: Named, evidence: object): boolean =>
  dismissals.get(keyOf(named)) === canonicalJson(evidence)
