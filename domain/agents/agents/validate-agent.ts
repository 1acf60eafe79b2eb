import type { Context } from '#platform/core/context/context.ts'
import { DomainError, isPermanent } from '#platform/core/errors/errors.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { nodeAt } from '../definitions/checks/node-at.ts'
import { publishingRules } from './publishing-rules.ts'
import { loadAgent } from './queries.ts'
import { agentRecord } from './record.ts'
import type { AgentValidation } from './schemas.ts'
import { warningsOf } from './warnings-of.ts'
import { type AgentDefinition, definitionOf } from '../definitions/definition.ts'

/** Reports everything that prevents publishing a draft, by running every publishing rule. */
export const validateAgent = (ctx: Context, { id }: { id: string }): Promise<AgentValidation> =>
  transact(ctx, agentRecord.permission, async (tx) => {
    const draft = await loadAgent(tx, id)
    const definition = definitionOf(draft)
    const issues: Issue[] = []
    for (const rule of publishingRules(tx, draft, definition))
      issues.push(...(await issuesOf(rule)))
    const problems = issues.map((issue) => toProblem(definition, issue))
    tx.nothingChanged({ type: 'agent', id })
    const publishable = problems.length === 0
    const warnings = await warningsOf(tx, definition, publishable)
    return { publishable, problems, warnings }
  })

const toProblem = (
  definition: AgentDefinition,
  { path: member, code, message, expression, position, suggestion }: Issue,
): AgentValidation['problems'][number] => {
  const path = member.replace(/^definition\./, '')
  return {
    path,
    node: nodeAt(definition, path),
    code,
    message,
    expression: expression ?? null,
    position: (expression === undefined ? undefined : position) ?? null,
    suggestion: suggestion ?? null,
  }
}

/** The errors of a rule. An error without a member concerns the whole draft. */
const issuesOf = async (rule: () => Promise<unknown>): Promise<Issue[]> => {
  try {
    await rule()
    return []
  } catch (error) {
    if (!(error instanceof DomainError) || !isPermanent(error)) throw error
    const { code, message, issues } = error
    return issues.length > 0 ? [...issues] : [{ path: 'definition', code, message }]
  }
}
