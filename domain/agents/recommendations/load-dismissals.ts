import { canonicalJson } from '#platform/core/sql/json.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** What is not to be repeated, by rule and record: what it rested on then. */
type Dismissals = ReadonlyMap<string, string>

interface Named {
  rule: string
  recordId: string
}

const keyOf = ({ rule, recordId }: Named): string => `${rule}/${recordId}`

/** Those that hold: not undone, and not snoozed until a time that has come. */
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

/** Whether it was dismissed, and rests on what it rested on then. */
export const isDismissed = (dismissals: Dismissals, named: Named, evidence: object): boolean =>
  dismissals.get(keyOf(named)) === canonicalJson(evidence)
