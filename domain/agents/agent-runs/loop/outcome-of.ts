import { DomainError, isPermanent } from '#platform/core/errors/errors.ts'
import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import { HOUR_MS } from '#platform/core/time/time.ts'
import { embedQuestion } from '#knowledge/answers/embed-question.ts'
import type { SearchKnowledge } from '#knowledge/answers/schemas.ts'
import { searchKnowledge } from '#knowledge/answers/search-knowledge.ts'
import { performAction } from '../../catalog/perform-action.ts'
import { runQuery } from '../../catalog/run-query.ts'
import { ExpressionError } from '../../definitions/expressions/expression-error.ts'
import { readExpression, type Scope } from '../../definitions/expressions/read-expression.ts'
import { workedOut } from '../../definitions/nodes/members.ts'
import type { Node, NodeOf } from '../../definitions/nodes/nodes.ts'
import { readTemplate } from '../../definitions/expressions/read-template.ts'

/** What came of a node. */
export type Outcome =
  | { status: 'SUCCEEDED'; output: object }
  | { status: 'WAITING'; output: object; waitsUntil: Date; awaitedEvent?: string }
  /** Items are gone through. */
  | { status: 'RUNNING'; output: object }
  | { status: 'FAILED'; code: string; message: string; output?: object }

/** Where a node is carried out: what its expressions see, and what makes its actions its own. */
export interface Place {
  scope: Scope
  runId: string
  startedBy: string
  /** Of the run, the node and the item. */
  idempotencyKey: string
  /** What reading the texts takes that it words. */
  madeFrom: readonly Permission[]
}

/** What a node does that reaches beyond the run: performed, or described by a preview. */
export interface Doing {
  action: (asked: { action: string; parameters: unknown }, place: Place) => Promise<object>
  search: (asked: SearchKnowledge) => Promise<object>
  agent: (node: NodeOf<'AGENT'>, place: Place) => Promise<Outcome>
}

/** Carries a node out for the actor of the context. Done again it comes to the same, and does nothing twice. */
export const outcomeOf = async (
  ctx: Context,
  node: Node,
  place: Place,
  doing: Doing,
): Promise<Outcome> => {
  try {
    return await carryOut(ctx, node, place, doing)
  } catch (error) {
    return failureOf(error)
  }
}

/** What a node fails by for good; anything else is thrown on, and tried again. */
export const failureOf = (error: unknown): Extract<Outcome, { status: 'FAILED' }> => {
  if (error instanceof ExpressionError)
    return {
      status: 'FAILED',
      code: 'expression_failed',
      message: `An expression ${error.message}.`,
    }
  if (error instanceof DomainError && isPermanent(error))
    return { status: 'FAILED', code: error.code, message: error.message }
  throw error
}

/** As whom a run acts does what its actions are. */
export const performing = (ctx: OutsideContext): Doing => ({
  action: (asked, { idempotencyKey, runId, madeFrom }) =>
    performAction(ctx, { ...asked, idempotencyKey, runId, madeFrom }),
  search: async (asked) => searchKnowledge(ctx, await embedQuestion(ctx, asked)),
  agent: () => Promise.reject(new Error('A conversation is carried out turn by turn')),
})

const carryOut = async (ctx: Context, node: Node, place: Place, doing: Doing): Promise<Outcome> => {
  const { scope } = place
  switch (node.type) {
    case 'QUERY':
      return succeeded(
        await runQuery(ctx, { query: node.query, parameters: resolved(node.parameters, scope) }),
      )
    case 'RETRIEVE':
      return succeeded(await doing.search(searchOf(node, scope)))
    case 'ACTION':
      return succeeded(
        await doing.action(
          { action: node.action, parameters: resolved(node.parameters, scope) },
          place,
        ),
      )
    case 'NOTIFY':
      return succeeded(
        await doing.action({ action: 'create_task', parameters: taskOf(node, place) }, place),
      )
    case 'AGENT':
      return doing.agent(node, place)
    case 'CONDITION':
      return succeeded({ value: booleanOf(readExpression(node.when).evaluate(scope)) })
    case 'FOR_EACH':
      return { status: 'RUNNING', output: { items: itemsOf(node, scope) } }
    case 'APPROVAL':
      return {
        status: 'WAITING',
        waitsUntil: new Date(nowOf(scope) + node.expiresAfterHours * HOUR_MS),
        output: {
          title: readTemplate(node.title).render(scope, MOST_TITLE),
          roles: node.roles,
          shows: node.shows === null ? null : readExpression(node.shows).evaluate(scope),
        },
      }
    case 'WAIT':
      return {
        status: 'WAITING',
        waitsUntil: untilOf(node, scope),
        output: {},
        ...('eventType' in node.for && { awaitedEvent: node.for.eventType }),
      }
    case 'END':
      return succeeded({
        message:
          node.message === null ? null : readTemplate(node.message).render(scope, MOST_MESSAGE),
      })
  }
}

const MOST_QUESTION = 1_000
const MOST_TITLE = 300
const MOST_MESSAGE = 500
const MOST_TASK_TITLE = 200
const MOST_TASK_NOTES = 4_000
const MOST_WAIT_MS = 8_784 * HOUR_MS

const succeeded = (output: object): Outcome => ({ status: 'SUCCEEDED', output })

const nowOf = ({ now }: Scope): number => (now as Date).getTime()

const resolved = (parameters: object, scope: Scope): unknown =>
  workedOut(parameters, (expression) => readExpression(expression).evaluate(scope))

const searchOf = (
  { assistantId, question, labels }: NodeOf<'RETRIEVE'>,
  scope: Scope,
): SearchKnowledge => ({
  assistantId,
  question: readTemplate(question).render(scope, MOST_QUESTION),
  ...(labels.length > 0 && { labels }),
})

const booleanOf = (value: unknown): boolean => {
  if (typeof value === 'boolean') return value
  throw new ExpressionError('has to come to true or false')
}

const itemsOf = ({ items, most }: NodeOf<'FOR_EACH'>, scope: Scope): unknown[] => {
  const value = readExpression(items).evaluate(scope)
  if (!Array.isArray(value)) throw new ExpressionError('has to come to a list')
  if (value.length > most)
    throw new ExpressionError(`comes to ${value.length} items, and the node takes ${most}`)
  return value
}

const untilOf = (node: NodeOf<'WAIT'>, scope: Scope): Date => {
  const now = nowOf(scope)
  if ('hours' in node.for) return new Date(now + node.for.hours * HOUR_MS)
  const value = readExpression(node.for.at).evaluate(scope)
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) throw new ExpressionError('has to come to a timestamp')
  if (at - now > MOST_WAIT_MS) throw new ExpressionError('is more than a year ahead')
  return new Date(at)
}

/** People are told by a task: it stays until somebody has seen to it. */
const taskOf = ({ to, text }: NodeOf<'NOTIFY'>, { scope, startedBy }: Place): object => {
  const [title = '', ...more] = readTemplate(text).render(scope, MOST_TASK_NOTES).trim().split('\n')
  const notes = [title.slice(MOST_TASK_TITLE), ...more].join('\n').trim()
  return {
    title: title.slice(0, MOST_TASK_TITLE),
    notes: notes === '' ? null : notes,
    ...(to === 'STARTER' ? { assigneeId: startedBy } : { role: to }),
  }
}
