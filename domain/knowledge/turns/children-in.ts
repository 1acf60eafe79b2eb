import { ID_PREFIXES } from '#platform/core/records/ids.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { assertAiProcessing } from '../generation/assert-ai-processing.ts'

const CHILD_ID = new RegExp(`\\b${ID_PREFIXES.child}_[0-7][0-9a-hjkmnp-tv-z]{25}\\b`, 'g')

/** The children whose ids occur in texts, without duplicates. */
export const childrenIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.match(CHILD_ID) ?? [])),
]

/** Refuses children about whom a model may not be told: without consent, or under a restriction of processing. */
export const assertAskedAbout = async (
  reader: Reader,
  childIds: readonly string[],
): Promise<void> => {
  if (childIds.length === 0) return
  const { db, tenantId } = reader
  const children = await db.child.findMany({ where: { tenantId, id: { in: [...childIds] } } })
  for (const child of children) await assertAiProcessing(reader, child)
}
