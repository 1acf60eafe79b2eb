import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { jsonObject } from '#platform/core/sql/json.ts'
import { didYouMean } from '#platform/core/input/closest.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { AgentDefinition } from '../definitions/definition.ts'
import { loadOwnTemplates } from '../templates/load-own-templates.ts'
import { TEMPLATES, type AgentTemplate } from '../templates/schemas.ts'
import { withAnswers } from '../templates/with-answers.ts'
import { agentRecord } from './record.ts'
import { toAgent, type Agent, type CreateAgent } from './schemas.ts'

/** Creates a draft. It has no effect until it is published. */
export const createAgent = (
  ctx: Context,
  { name, description, ...begun }: CreateAgent,
): Promise<Agent> =>
  transact(ctx, agentRecord.permission, async (tx) => {
    const row = await tx.db.agent.create({
      data: {
        ...freshRecord(tx, newId('agent')),
        name,
        description,
        definition: jsonObject(await definitionFrom(tx, begun)),
      },
    })
    tx.created({ type: 'agent', id: row.id }, row)
    return toAgent(row)
  })

type Beginning = Pick<CreateAgent, 'definition' | 'template' | 'parameters'>

const definitionFrom = async (
  tx: Transaction,
  { definition, template, parameters }: Beginning,
): Promise<AgentDefinition> => {
  if (template === undefined && parameters)
    throw invalid('parameters', 'not_allowed', 'Send parameters only with a template.')
  if (definition && template === undefined) return definition
  if (definition || template === undefined)
    throw invalid(
      'definition',
      template === undefined ? 'required' : 'not_allowed',
      'Send either definition or template, not both.',
    )
  return withAnswers(tx, await templateNamed(tx, template), parameters ?? {})
}

const templateNamed = async (tx: Transaction, template: string): Promise<AgentTemplate> => {
  const known = TEMPLATES.find(({ name }) => name === template)
  if (known) return known
  const [own] = await loadOwnTemplates(tx, template)
  if (own) return own
  const hint = didYouMean(
    template,
    TEMPLATES.map(({ name }) => name),
  )
  throw invalid('template', 'not_found', `The template ${template} does not exist${hint}.`)
}
