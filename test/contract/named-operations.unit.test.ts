import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildOpenApi } from '../../api/documents/openapi.ts'
import { PUBLIC_PATHS } from '../../api/documents/public-paths.ts'
import { PUBLIC_ROUTES } from '../../api/endpoints/public-routes.ts'
import { operations } from '../../api/resources/index.ts'

/** Operations named in texts must exist. */

const ROOT = path.join(import.meta.dirname, '../..')
/** Operations named in earlier releases are not renamed there. */
const HISTORY = /changelog|^docs\/decisions\//
/** Paths of other servers, and of files. */
const OTHERS = ['POST /hooks', '/metrics', '/codec', '/tmp']
/** Not in the document: browser pages send these requests to each other. */
const OF_PAGES = ['login_hint']

const sources = globSync(
  [
    '{api,domain,providers,activities,relay,worker,workflows,cli,dev}/**/*.ts',
    '*.md',
    'docs/**/*.md',
    'docs/monitoring/*',
    'bin/lib/*.txt',
  ],
  { cwd: ROOT },
)
  .filter((file) => !HISTORY.test(file))
  .map((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    return { file, text: file.endsWith('.ts') ? stringsOf(text) : text }
  })

/** Comments name functions; a template placeholder stands for a parameter. */
function stringsOf(text: string): string {
  return text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\$\{[^{}]*\}/g, '{value}')
}

const plain = (route: string) => route.replaceAll(/\{\w+\}/g, '{}')
const routes = [
  ...operations.map(({ method, path: at }) => `${method.toUpperCase()} ${at}`),
  ...PUBLIC_ROUTES.map(({ method, path: at }) => `${method} ${at}`),
].map(plain)
const paths = routes.map((route) => route.slice(route.indexOf(' ') + 1))

const found = (pattern: RegExp) =>
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([, name]) => ({ file, name: name! })),
  )
const unknown = (named: { file: string; name: string }[], isKnown: (name: string) => boolean) =>
  named.filter(({ name }) => !isKnown(name)).map(({ file, name }) => `${file}: ${name}`)

test('a method and path in a text belong to an operation', () => {
  const named = found(/\b((?:GET|POST|PUT|PATCH|DELETE) \/[\w{}/.-]*[\w}])/g)
  expect(named.length).toBeGreaterThan(30)
  const isKnown = (name: string) => OTHERS.includes(name) || routes.includes(plain(name))
  expect(unknown(named, isKnown)).toEqual([])
})

/** The parameters of a path, for any method. */
const parametersOf = (at: string): Set<string> => {
  const described = Object.entries(PUBLIC_PATHS)
    .filter(([path]) => plain(path) === at)
    .flatMap(([, methods]) => Object.values(methods) as { parameters?: { name: string }[] }[])
    .flatMap(({ parameters = [] }) => parameters.map(({ name }) => name))
  const declared = operations
    .filter(({ path }) => plain(path) === at)
    .flatMap(({ query }) => (query && 'shape' in query ? Object.keys(query.shape as object) : []))
  return new Set([...described, ...declared])
}

test('a query after a path in a text uses parameters of that operation', () => {
  const named = sources.flatMap(({ file, text }) =>
    [
      ...text.matchAll(
        /(?<![\w.:}])(\/(?:v1|oauth|sign-in|docs)\/[\w{}/.-]*)\?([\w[\]]+=[^\s`'"\\|)]*)/g,
      ),
    ].map(([, at = '', query = '']) => ({ file, at: plain(at), query })),
  )
  expect(named.length).toBeGreaterThan(40)
  const wrong = named.flatMap(({ file, at, query }) => {
    const known = parametersOf(at)
    return query
      .split('&')
      .map((part) => /^([\w[\]]+)=/.exec(part)?.[1])
      .filter((name) => name !== undefined && !known.has(name) && !OF_PAGES.includes(name))
      .map((name) => `${file}: ${at}?${name}`)
  })
  expect(wrong).toEqual([])
})

test('a path between backticks is the path, or the end of the path, of an operation', () => {
  const named = found(/`(\/(?:v1\/)?[\w{}/-]+)[?=…]*`/g).filter(
    // From the process table, and an example that is a token.
    ({ name }) => !/^\/proc\/|\{value\}/.test(name),
  )
  expect(named.length).toBeGreaterThan(20)
  const isKnown = (name: string) =>
    OTHERS.includes(name) || paths.some((it) => it.endsWith(plain(name)))
  expect(unknown(named, isKnown)).toEqual([])
})

test('a name between backticks that looks like an operation is an operation or a member', () => {
  const ids = new Set([
    ...operations.map(({ id }) => id),
    ...PUBLIC_ROUTES.map(({ action }) => action),
  ])
  const verbs = [...new Set([...ids].map((id) => /^[a-z]+/.exec(id)![0]))].join('|')
  const members = new Set(
    JSON.stringify(buildOpenApi(operations).components['schemas']).match(/(?<=")\w+(?=":)/g),
  )
  const named = found(new RegExp(`\\\\?\`((?:${verbs})[A-Z]\\w+)\\\\?\``, 'g'))
  const inCode = named.filter(({ file }) => file.endsWith('.ts'))
  expect(inCode.length).toBeGreaterThan(2)
  expect(unknown(inCode, (name) => ids.has(name) || members.has(name))).toEqual([])
})
