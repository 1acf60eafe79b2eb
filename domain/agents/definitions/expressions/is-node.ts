import type { ASTNode } from '@marcbachmann/cel-js'

/** Whether a part of an expression's syntax tree is a node, rather than a name, a literal or a list of nodes. */
export const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value
