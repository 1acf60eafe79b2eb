/** Reads PromQL with the grammar that Prometheus publishes for its own editor. */
import type { SyntaxNode, TreeCursor } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

export interface Selector {
  metric: string
  labels: string[]
}

/** The metrics an expression reads. Throws for invalid PromQL. */
export const selectorsOf = (expression: string): { selectors: Selector[]; grouping: string[] } => {
  // Prometheus treats Grafana's range variable as a duration.
  const text = expression.replaceAll('$__rate_interval', '5m')
  const tree = parser.parse(text)
  const selectors: Selector[] = []
  const grouping: string[] = []
  const cursor: TreeCursor = tree.cursor()
  do {
    if (cursor.type.isError) throw new Error(`No PromQL at ${cursor.from}: ${expression}`)
    if (cursor.name === 'VectorSelector') selectors.push(selectorOf(cursor.node, text))
    if (cursor.name === 'GroupingLabels') grouping.push(...namesIn(cursor.node, text))
  } while (cursor.next())
  return { selectors, grouping }
}

const selectorOf = (node: SyntaxNode, text: string): Selector => {
  const name = node.getChild('Identifier')
  if (!name) throw new Error(`A selector without a name: ${text}`)
  const matchers = node.getChild('LabelMatchers')
  return {
    metric: text.slice(name.from, name.to),
    labels: matchers ? namesIn(matchers, text) : [],
  }
}

const namesIn = (node: SyntaxNode, text: string): string[] => {
  const names: string[] = []
  const cursor = node.cursor()
  do {
    if (cursor.name === 'LabelName') names.push(text.slice(cursor.from, cursor.to))
  } while (cursor.next() && cursor.from < node.to)
  return names
}
