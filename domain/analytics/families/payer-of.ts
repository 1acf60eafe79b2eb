import { wordsOf } from './words-of.ts'

/**
 * Joins the payer as `p.payer`: its id, or its name if it is not recorded. It is taken from the most specific
 * of the child's treatment cycles for the day, service and provider.
 */
export const payerOf = (record: string, day: string): string => `
  LEFT JOIN LATERAL (
    SELECT coalesce(c.payer_id, ${wordsOf('c.payer', 'c.child_id')}) AS payer FROM treatment_cycles c
    WHERE c.tenant_id = $1 AND c.child_id = ${record}.child_id AND c.starts_on <= ${day} AND c.ends_on >= ${day}
      AND (c.service_id IS NULL OR c.service_id = ${record}.service_id)
      AND (c.provider_id IS NULL OR c.provider_id = ${record}.provider_id)
    ORDER BY c.service_id NULLS LAST, c.provider_id NULLS LAST, c.starts_on, c.id LIMIT 1
  ) p ON true`
