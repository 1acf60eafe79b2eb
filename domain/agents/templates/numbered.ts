import type { AgentDefinition } from '../definitions/definition.ts'

/** A path such as `nodes.ask.roles` as issues name it: `nodes.2.roles`. */
export const numbered = ({ inputs, nodes }: AgentDefinition, path: string): string => {
  const [list, name, ...rest] = path.split('.')
  if (list === 'inputs')
    return [list, inputs.findIndex((it) => it.name === name), ...rest].join('.')
  if (list === 'nodes') return [list, nodes.findIndex(({ id }) => id === name), ...rest].join('.')
  return path
}
