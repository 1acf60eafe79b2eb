import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const ROOT = path.join(import.meta.dirname, '../..')

export interface Import {
  from: string
  to: string
  /** Erased when the module is loaded. */
  typeOnly: boolean
}

const STATEMENT =
  /^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"]([#.][^'"]+)['"]|\bimport\(\s*['"]([#.][^'"]+)['"]/gm

/** Every import of our modules in a folder, as paths from the root. */
export const importsIn = (folder: string): Import[] =>
  globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: ['prisma/generated/**'] }).flatMap((from) =>
    [...readFileSync(path.join(ROOT, from), 'utf8').matchAll(STATEMENT)].map(
      ([, typeOnly, fixed, later]) => ({
        from,
        to: resolveImport(from, (fixed ?? later)!),
        typeOnly: typeOnly !== undefined,
      }),
    ),
  )

const { imports } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  imports: Record<string, string>
}
/** Subpath imports by prefix: `#people/` is `domain/people/`. */
export const SUBPATHS = Object.entries(imports).map(([name, target]) => [
  name.slice(0, -1),
  path.normalize(target).slice(0, -1),
])

export const resolveImport = (from: string, specifier: string): string => {
  if (specifier.startsWith('.')) return path.normalize(path.join(path.dirname(from), specifier))
  const subpath = SUBPATHS.find(([name]) => specifier.startsWith(name!))
  if (!subpath) throw new Error(`${from} imports ${specifier}, which package.json does not name`)
  return specifier.replace(...(subpath as [string, string]))
}

/** Strongly connected components with more than one node (Tarjan, 1972). */
export const knotsOf = (arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] => {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const knots: string[][] = []
  const visit = (node: string): void => {
    order.set(node, order.size)
    lowest.set(node, order.get(node)!)
    stack.push(node)
    for (const next of arrows.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!))
    }
    if (lowest.get(node) !== order.get(node)) return
    const knot = stack.splice(stack.indexOf(node))
    if (knot.length > 1) knots.push(knot.toSorted())
  }
  for (const node of arrows.keys()) if (!order.has(node)) visit(node)
  return knots
}
