import { FoundPassages } from '#knowledge/answers/schemas.ts'
import { QUERIES } from '../../catalog/queries/index.ts'
import type { Node } from '../nodes/nodes.ts'
import {
  ANY,
  BOOLEAN,
  list,
  NUMBER,
  object,
  orNull,
  TEXT,
  value,
  type Members,
  type Shape,
} from './shape.ts'
import { shapeOfJson, shapeOfSchema } from './shape-of-schema.ts'

/** What the outputs of nodes depend on besides the node. */
export interface Sources {
  /** The shape of events of a type. */
  eventOf: (type: string) => Shape
  /** The shape of the value of one of the node's own expressions. */
  valueOf: (expression: string) => Shape
}

/** What `steps.<id>` holds after a node: its output, and whether and why it failed. */
export const outputOfNode = (node: Node, sources: Sources): Shape => ({
  is: 'OBJECT',
  members: new Map([
    ...outputMembers(node, sources),
    ['failed', BOOLEAN],
    ['code', orNull(TEXT)],
    // Of actions and models in a preview.
    ...(DESCRIBED.has(node.type) ? [['wouldDo', TEXT] as const] : []),
  ]),
})

const DESCRIBED: ReadonlySet<Node['type']> = new Set(['ACTION', 'NOTIFY', 'AGENT'])

const outputMembers = (node: Node, sources: Sources): Members => {
  const output = outputShape(node, sources)
  return output.is === 'OBJECT' ? output.members : new Map()
}

const outputShape = (node: Node, { eventOf, valueOf }: Sources): Shape => {
  switch (node.type) {
    case 'QUERY': {
      const query = Object.hasOwn(QUERIES, node.query) ? QUERIES[node.query] : undefined
      return object({ rows: list(query ? shapeOfSchema(query.row) : ANY), truncated: BOOLEAN })
    }
    case 'RETRIEVE':
      return shapeOfSchema(FoundPassages)
    case 'AGENT':
      return object({
        answer: node.output === null ? TEXT : shapeOfJson(node.output),
        toolsCalled: list(TEXT),
        tokens: NUMBER,
        model: orNull(object({ id: TEXT, name: TEXT })),
        modelCallIds: list(TEXT),
        given: ANY,
      })
    case 'CONDITION':
      return object({ value: BOOLEAN })
    case 'FOR_EACH':
      return object({ items: valueOf(node.items) })
    case 'APPROVAL':
      return object({
        title: TEXT,
        roles: list(TEXT),
        shows: node.shows === null ? ANY : valueOf(node.shows),
        decision: value('string', ['APPROVED', 'REJECTED', 'EXPIRED']),
      })
    case 'WAIT':
      return 'eventType' in node.for
        ? object({ event: orNull(eventOf(node.for.eventType)), timedOut: BOOLEAN })
        : object({})
    case 'ACTION':
    case 'NOTIFY':
      return object({
        status: value('string', ['DONE', 'SKIPPED']),
        outcome: TEXT,
        subject: orNull(object({ type: TEXT, id: TEXT })),
      })
    case 'END':
      return object({ message: orNull(TEXT) })
  }
}
