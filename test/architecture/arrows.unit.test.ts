import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  CONTEXTS,
  LARGEST_KNOT,
  LAYERS,
  VOCABULARY,
  type ContextName,
} from '../../domain/contexts.ts'
import { importsIn, knotsOf, ROOT, SUBPATHS } from './imports.ts'

const names = Object.keys(CONTEXTS) as ContextName[]
/** `domain/people/children/record.ts` belongs to the context people, and `resource.ts` beside it to the vocabulary. */
const contextOf = (file: string) =>
  /\/resources?\.ts$/.test(file) ? VOCABULARY : file.split('/')[1]!

const domain = importsIn('domain').map((it) => ({
  ...it,
  context: contextOf(it.from),
  target: it.to.startsWith('domain/') ? contextOf(it.to) : undefined,
}))

test('every folder of the domain is a context, the registry or the vocabulary, and has its own subpath', () => {
  const folders = readdirSync(path.join(ROOT, 'domain'), { withFileTypes: true })
    .filter((it) => it.isDirectory())
    .map(({ name }) => name)
  const known = [...names, 'registry', VOCABULARY]
  expect(folders.toSorted()).toEqual(known.toSorted())
  const expected = known.map((name) => [`#${name}/`, `domain/${name}/`])
  expect(SUBPATHS).toEqual(expect.arrayContaining(expected))
})

describe.each(names)('the context %s', (name) => {
  const allowed: readonly string[] = CONTEXTS[name].imports
  const arrows = domain.filter(
    ({ context, target }) =>
      context === name && target !== undefined && target !== name && target !== VOCABULARY,
  )

  test('imports only what domain/contexts.ts allows', () => {
    expect(arrows.filter(({ target }) => !allowed.includes(target!))).toEqual([])
  })

  test('uses every arrow it declares, and all of them point down', () => {
    expect(new Set(arrows.map(({ target }) => target))).toEqual(new Set(allowed))
    const below: string[] = names.slice(0, names.indexOf(name))
    expect(allowed.filter((it) => !below.includes(it))).toEqual([])
  })
})

test('the domain imports only itself, the libraries behind providers, and the database client', () => {
  const outside = domain.filter(
    ({ to, context }) =>
      !/^(?:domain|providers|prisma\/generated)\//.test(to) && context !== 'registry',
  )
  expect(outside).toEqual([])
})

test('every context may use the vocabulary', () => {
  const words = domain.filter(({ context }) => context === VOCABULARY)
  expect(words.length).toBeGreaterThan(150)
  expect(words.filter(({ target }) => target !== VOCABULARY)).toEqual([])
})

test(`at most ${LARGEST_KNOT} folders of the domain import each other`, () => {
  const arrows = new Map<string, Set<string>>()
  for (const { from, to, context, target } of domain) {
    if (context === VOCABULARY || target === VOCABULARY) continue
    const [a, b] = [from, to].map((file) => file.split('/').slice(0, 3).join('/')) as [
      string,
      string,
    ]
    if (!arrows.has(a)) arrows.set(a, new Set())
    if (a !== b && to.startsWith('domain/')) arrows.get(a)!.add(b)
  }
  expect(arrows.size).toBeGreaterThan(60)
  expect(knotsOf(arrows).filter((knot) => knot.length > LARGEST_KNOT)).toEqual([])
})

test('no files import each other, even with types included', () => {
  const arrows = new Map<string, Set<string>>()
  for (const layer of ['domain', ...Object.keys(LAYERS)])
    for (const { from, to } of importsIn(layer)) {
      if (!arrows.has(from)) arrows.set(from, new Set())
      if (from !== to) arrows.get(from)!.add(to)
    }
  expect(arrows.size).toBeGreaterThan(2_000)
  expect(knotsOf(arrows)).toEqual([])
})

test('detects knots', () => {
  const arrows = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: [], f: ['f'] }
  const graph = new Map(Object.entries(arrows).map(([node, to]) => [node, new Set(to)]))
  expect(knotsOf(graph)).toEqual([['a', 'b', 'c']])
})

test.each(Object.entries(LAYERS))('%s/ imports only %j besides itself', (layer, allowed) => {
  const permitted: readonly string[] = [layer, 'prisma', ...allowed]
  const layerOf = (file: string) =>
    file.startsWith('domain/registry/') ? 'registry' : file.split('/')[0]!
  const imports = importsIn(layer)
  expect(imports.length).toBeGreaterThan(0)
  const wrong = imports.filter(
    ({ to }) =>
      !permitted.includes(layerOf(to)) ||
      // A layer without access to prisma/ may still import the generated client.
      (to.startsWith('prisma/') &&
        layer !== 'prisma' &&
        !(allowed as readonly string[]).includes('prisma') &&
        !to.startsWith('prisma/generated/')),
  )
  expect(wrong).toEqual([])
})

test('documents of the API import none of the endpoints that serve them', () => {
  const documents = importsIn('api/documents')
  expect(documents.length).toBeGreaterThan(80)
  expect(documents.filter(({ to }) => to.startsWith('api/endpoints/'))).toEqual([])
})

test('the architecture page draws the actual contexts', () => {
  const page = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8')
  expect(page).toContain(drawing())
})

/** From top to bottom, with a mark for each imported context. */
const drawing = (): string => {
  const width = Math.max(...names.map((name) => name.length))
  const lines = names.toReversed().map((name) => {
    const allowed: readonly string[] = CONTEXTS[name].imports
    const marks = names.map((below) =>
      below === name
        ? '■'
        : allowed.includes(below)
          ? '●'
          : names.indexOf(below) < names.indexOf(name)
            ? '·'
            : ' ',
    )
    return `${name.padEnd(width)}  ${marks.join(' ')}`.trimEnd() + `  ${CONTEXTS[name].about}`
  })
  return ['```', ...lines, '```'].join('\n')
}
