import { invalid } from '#platform/core/errors/errors.ts'
import { authorize } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** The codes of a child's needs, derived from the areas of the child's active goals. */
export const needsOfGoals = async (reader: Reader, childId: string): Promise<string[]> => {
  authorize(reader.actor, 'goals:read')
  const rows = await reader.sql<{ code: string }>(NEEDS_OF_GOALS, [reader.tenantId, childId])
  if (rows.length > 0) return rows.map(({ code }) => code)
  throw invalid(
    'needs',
    'required',
    'No matching need covers the area of an active goal of this child in its goalAreas. Send needs, or add the area to a need with PATCH /v1/matching-needs/{id}.',
  )
}

/** Limited to the number of needs that a question can have. */
const NEEDS_OF_GOALS = `
  SELECT code FROM matching_needs need
  WHERE tenant_id = $1 AND archived_at IS NULL AND EXISTS (
    SELECT FROM goals, unnest(need.goal_areas) AS area
    WHERE goals.tenant_id = $1 AND child_id = $2 AND goals.status = 'ACTIVE'
      AND lower(trim(goals.area)) = lower(trim(area.area)))
  ORDER BY code LIMIT 20`
