import type { AgentDefinition } from '../definitions/definition.ts'

/** A member of a definition that can be read, set and removed. */
interface Member {
  /** Undefined if there is none. */
  value: unknown
  set: (value: unknown) => void
  remove: () => void
}

/** The member at a path such as `nodes.ask.roles`: nodes are named by id, and inputs by name. */
export const memberAt = (definition: AgentDefinition, path: string): Member => {
  const names = path.split('.')
  const last = names.pop()!
  const owner = names.reduce<unknown>(within, definition)
  if (!isObject(owner) || Array.isArray(owner)) return { value: undefined, set() {}, remove() {} }
  return {
    value: Object.hasOwn(owner, last) ? owner[last] : undefined,
    set: (value) => {
      owner[last] = value
    },
    remove: () => {
      delete owner[last]
    },
  }
}

const within = (value: unknown, name: string): unknown => {
  if (Array.isArray(value))
    return (value as { id?: string; name?: string }[]).find((it) => (it.id ?? it.name) === name)
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
