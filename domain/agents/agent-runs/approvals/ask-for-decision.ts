import { createTask } from '#messaging/tasks/create-task.ts'
import { TaskRole } from '#messaging/tasks/schemas.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { usersOfRoles } from '#staff/users/users-of-roles.ts'
import type { AgentRunStep } from '#prisma/generated/client.ts'
import { loadAgent, loadAgentVersion } from '../../agents/queries.ts'
import { definitionOf } from '../../definitions/definition.ts'
import { whatMayFollow } from '../../definitions/checks/what-may-follow.ts'
import { agentEvents } from '../events.ts'

/**
 * Asks people to decide on a step: a task for each of the step's roles, of which their users are told. The texts name the actions that follow, but no person: only the step shows recipients and texts, to
 * people who may read them.
 */
export const askForDecision = async (tx: Transaction, step: AgentRunStep): Promise<void> => {
  const { runId, node } = step
  const { agentId, agentVersion: number } = await tx.db.agentRun.findFirstOrThrow({
    where: inTenant(tx, runId),
  })
  const definition = definitionOf(await loadAgentVersion(tx, { id: agentId, number }))
  const follows = [...new Set(whatMayFollow(definition, node).map(({ title }) => title))]
  const { name: agent } = await loadAgent(tx, agentId)
  const about = { runId, agentId, node }
  tx.emit(agentEvents['agent_run.waiting'], { type: 'agentRun', id: runId }, about)
  const roles = await decidersOf(tx, (step.output as { roles: string[] }).roles)
  for (const role of roles) await createTask(tx, taskFor(step, { role, agent, follows }))
}

/** Owners can decide too, and are asked if nobody else can be. */
const decidersOf = async (tx: Transaction, roles: readonly string[]) => {
  const deciders = await usersOfRoles(tx, roles)
  const theirs = new Set(deciders.flatMap((user) => user.roles))
  const asked = roles.filter((role) => theirs.has(role))
  return asked.length > 0 ? asked : ['OWNER']
}

interface Asking {
  agent: string
  /** Titles of the actions that follow. */
  follows: string[]
}

const MOST_NAME = 120

const taskFor = (
  { id, runId, waitsUntil }: AgentRunStep,
  { role, agent, follows }: Asking & { role: string },
) => ({
  title: `Approve or reject what the agent “${agent.slice(0, MOST_NAME)}” proposes`,
  notes: `${follows.length > 0 ? `If you approve: ${follows.join(', ')}. ` : ''}Step: ${id}. To see what the agent would do, and for whom, read \`ifApproved\` in GET /v1/agent-run-steps/{id}. To decide, use POST /v1/agent-run-steps/{id}/approve or POST /v1/agent-run-steps/{id}/reject. This task ends with the decision.`,
  subjectId: id,
  childId: null,
  assigneeId: null,
  role: TaskRole.parse(role),
  dueAt: waitsUntil,
  runId,
})
