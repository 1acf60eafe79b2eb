import type { Reader } from '#platform/core/transactions/transaction.ts'
import { definitionOf, type AgentDefinition } from '../definitions/definition.ts'

/** The definitions of runs, keyed by run id. */
export const loadDefinitions = async (
  reader: Reader,
  runIds: readonly string[],
): Promise<Map<string, AgentDefinition>> => {
  const found = await reader.sql<{ runId: string; definition: unknown }>(DEFINITIONS, [
    reader.tenantId,
    [...new Set(runIds)],
  ])
  return new Map(found.map((row) => [row.runId, definitionOf(row)]))
}

const DEFINITIONS = `
  SELECT r.id AS "runId", v.definition
  FROM agent_runs r
  JOIN agent_versions v ON v.tenant_id = $1 AND v.agent_id = r.agent_id AND v.number = r.agent_version
  WHERE r.tenant_id = $1 AND r.id = ANY ($2::text[])`
