import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { jsonObject } from '#platform/core/sql/json.ts'
import { didYouMean } from '#platform/core/input/closest.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { TEMPLATES } from '../templates/schemas.ts'
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
        definition: jsonObject(definitionFrom(begun)),
      },
    })
    tx.created({ type: 'agent', id: row.id }, row)
    return toAgent(row)
  })

const definitionFrom = ({
  definition,
  template,
}: Pick<CreateAgent, 'definition' | 'template'>): object => {
  if (definition && template === undefined) return definition
  if (definition || template === undefined)
    throw invalid(
      'definition',
      template === undefined ? 'required' : 'not_allowed',
      'Send either definition or template, not both.',
    )
  const known = TEMPLATES.find(({ name }) => name === template)
  if (known) return known.definition
  const hint = didYouMean(
    template,
    TEMPLATES.map(({ name }) => name),
  )
  throw invalid('template', 'not_found', `The template ${template} does not exist${hint}.`)
}
