import { pascalCase } from './pascal-case.ts'
import type { OpenApiDocument, OpenApiOperation } from './openapi-document.ts'

/** Parameters that are used more often than this become components. */
const OFTEN = 2

/**
 * Turns parameters that many operations describe in the same way into components, to which the operations then
 * refer. If a name has several meanings, only the most frequent one becomes a component.
 */
export const shareParameters = (paths: OpenApiDocument['paths']): Record<string, object> => {
  const described = Object.values(paths).flatMap((methods) => Object.values(methods))
  const parametersOf = ({ parameters = [] }: OpenApiOperation) => parameters as Described[]
  const all = described.flatMap(parametersOf).filter(isWhole)
  const shared = new Map<string, Parameter>()
  for (const [name, same] of Map.groupBy(all, componentOf)) {
    const variants = [...Map.groupBy(same, (it) => JSON.stringify(it)).values()]
    const [most] = variants.toSorted((a, b) => b.length - a.length)
    if (most!.length > OFTEN) shared.set(name, most![0]!)
  }
  const isShared = (it: Parameter) =>
    JSON.stringify(shared.get(componentOf(it))) === JSON.stringify(it)
  for (const operation of described)
    if (operation['parameters'])
      operation['parameters'] = parametersOf(operation).map((it) =>
        isWhole(it) && isShared(it) ? { $ref: `#/components/parameters/${componentOf(it)}` } : it,
      )
  return Object.fromEntries(shared)
}

interface Parameter {
  name: string
  in: string
  schema?: { $ref?: string }
}

type Described = Parameter | { $ref: string }

const isWhole = (parameter: Described): parameter is Parameter => 'in' in parameter

/**
 * The name of the component: `ChildId` in a query, and `ChildIdInPath` in a path, where most parameters are
 * called `id`.
 */
const componentOf = ({ name, in: where, schema }: Parameter): string =>
  where === 'path'
    ? `${schema?.$ref?.split('/').at(-1) ?? pascalCase(name)}InPath`
    : pascalCase(name)
