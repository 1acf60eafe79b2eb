import { didYouMean } from '#platform/core/input/closest.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { ACTIONS } from '../../catalog/actions/index.ts'
import type { AgentDefinition } from '../definition.ts'
import { cycleIn, edgesOf, nodesById, reachedFrom } from './graph.ts'
import { problemsInExpression } from './findings-in.ts'
import { nodeProblems, type Nodes } from './node-problems.ts'
import { problem } from './problem.ts'
import { isProblem, type Remark } from './remark.ts'
import type { EventSchemas } from '../shapes/event-shape.ts'
import { variablesOf } from '../shapes/variables-of.ts'
import { variablesOfTrigger } from '../shapes/variables-of-trigger.ts'
import type { Node } from '../nodes/nodes.ts'

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    /** All event types that can start agents. */
    eventTypes: readonly string[]
  }
}

interface Events {
  eventTypes: readonly string[]
  eventSchemas: EventSchemas
}

/** All reasons that prevent publishing a definition, keyed by member. */
export const problemsOf = (definition: AgentDefinition, events: Events): Issue[] =>
  remarksOf(definition, events).filter(isProblem)

/** What works only with some of the values that a definition will meet, keyed by member. */
export const doubtsOf = (definition: AgentDefinition, events: Events): Remark[] =>
  remarksOf(definition, events).filter((remark) => !isProblem(remark))

/** Publishing asks for the problems and then for the doubts of the same definition. */
const known = new WeakMap<AgentDefinition, { events: Events; remarks: readonly Remark[] }>()

const remarksOf = (definition: AgentDefinition, events: Events): readonly Remark[] => {
  const found = known.get(definition)
  if (found?.events === events) return found.remarks
  const remarks = checked(definition, events)
  known.set(definition, { events, remarks })
  return remarks
}

const checked = (definition: AgentDefinition, { eventTypes, eventSchemas }: Events): Remark[] => {
  const nodes = nodesById(definition)
  const missing = missingNodes(definition, nodes)
  // The graph is checked only if every edge has a target.
  const graph = missing.length > 0 ? missing : graphProblems(definition, nodes)
  const bodies = bodiesOf(definition, nodes)
  // What an expression meets is known only in a graph without cycles.
  const isOrdered = missing.length === 0 && cycleIn(nodes) === undefined
  const variables = isOrdered ? variablesOf(definition, eventSchemas) : undefined
  const inside = definition.nodes.flatMap((node, index) =>
    [
      ...nodeProblems(node, {
        nodes,
        inBody: bodies.has(node.id),
        variables: variables?.at(node),
      }),
      ...awaitedProblems(node, eventTypes),
    ].map(({ path, ...issue }) => ({ path: `nodes.${index}.${path}`, ...issue })),
  )
  return [...triggerProblems(definition, eventTypes, eventSchemas), ...graph, ...inside]
}

const triggerProblems = (
  definition: AgentDefinition,
  eventTypes: readonly string[],
  eventSchemas: EventSchemas,
): Remark[] => {
  const { trigger, inputs } = definition
  const variables = variablesOfTrigger(trigger, eventSchemas)
  const filterProblems = (filter: string | null): Remark[] =>
    filter === null
      ? []
      : problemsInExpression('trigger.filter', filter, { variables, needs: 'BOOLEAN' })
  switch (trigger.type) {
    case 'MANUAL':
      return []
    case 'SCHEDULE':
      return requiredInputs(inputs)
    case 'EVENT':
      return [
        ...requiredInputs(inputs),
        ...unknownEvent('trigger.eventType', trigger.eventType, eventTypes),
        ...filterProblems(trigger.filter),
      ]
    case 'ATTENTION':
      return [...requiredInputs(inputs), ...filterProblems(trigger.filter)]
    case 'WEBHOOK':
      return [
        ...filterProblems(trigger.filter),
        ...Object.entries(trigger.given).flatMap(([name, text]) => [
          ...(inputs.some((input) => input.name === name)
            ? []
            : [problem(`trigger.given.${name}`, 'not_found', `the input ${name} does not exist`)]),
          ...problemsInExpression(`trigger.given.${name}`, text, { variables, needs: 'ANY' }),
        ]),
      ]
  }
}

/** Refuses required inputs for triggers that cannot provide them. */
const requiredInputs = (inputs: AgentDefinition['inputs']): Issue[] =>
  inputs.flatMap(({ required }, index) =>
    required
      ? [
          problem(
            `inputs.${index}.required`,
            'not_allowed',
            'a run that an event or a time starts receives no inputs. Give this input a default',
          ),
        ]
      : [],
  )

const unknownEvent = (path: string, type: string, eventTypes: readonly string[]): Issue[] =>
  eventTypes.includes(type)
    ? []
    : [
        problem(
          path,
          'not_found',
          `the event type ${type} does not exist${didYouMean(type, eventTypes)}`,
        ),
      ]

const awaitedProblems = (node: Node, eventTypes: readonly string[]): Issue[] =>
  node.type === 'WAIT' && 'eventType' in node.for
    ? unknownEvent('for.eventType', node.for.eventType, eventTypes)
    : []

const missingNodes = ({ start, nodes: all }: AgentDefinition, nodes: Nodes): Issue[] => {
  const named = [
    { path: 'start', to: start },
    ...all.flatMap((node, index) =>
      edgesOf(node).map(({ member, to }) => ({ path: `nodes.${index}.${member}`, to })),
    ),
  ]
  return named
    .filter(({ to }) => !nodes.has(to))
    .map(({ path, to }) =>
      problem(
        path,
        'not_found',
        `the node ${to} does not exist${didYouMean(to, [...nodes.keys()])}`,
      ),
    )
}

const graphProblems = (definition: AgentDefinition, nodes: Nodes): Issue[] => {
  const at = (id: string) => `nodes.${definition.nodes.findIndex((node) => node.id === id)}`
  const cycle = cycleIn(nodes)
  if (cycle)
    return [
      problem(
        `${at(cycle.from)}.${cycle.member}`,
        'cycle',
        'leads back to an earlier node, but a run must end. To iterate over a list, use FOR_EACH',
      ),
    ]
  const reached = reachedFrom(nodes, definition.start)
  const unapproved = reachedFrom(nodes, definition.start, ({ approved }) => !approved)
  return definition.nodes.flatMap((node) => [
    ...(reached.has(node.id)
      ? []
      : [problem(`${at(node.id)}.id`, 'unreachable', 'no path leads to this node. Remove it')]),
    ...(node.type === 'ACTION' && unapproved.has(node.id) && needsApproval(node.action)
      ? [
          problem(
            `${at(node.id)}.action`,
            'approval_required',
            `${node.action} requires an approval first. Let every path to it go through the next of an APPROVAL`,
          ),
        ]
      : []),
  ])
}

const needsApproval = (action: string): boolean => ACTIONS[action]?.approval === 'REQUIRED'

/** The nodes that belong to chains of a FOR_EACH. */
const bodiesOf = (definition: AgentDefinition, nodes: Nodes): ReadonlySet<string> =>
  new Set(
    definition.nodes.flatMap((node) =>
      node.type === 'FOR_EACH' ? [...reachedFrom(nodes, node.body)] : [],
    ),
  )
