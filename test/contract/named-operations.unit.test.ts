import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildOpenApi } from '../../api/documents/openapi.ts'
import { PUBLIC_ROUTES } from '../../api/endpoints/public-routes.ts'
import { operations } from '../../api/resources/index.ts'

/** Texts tell callers which operation to call next: there has to be one. */

const ROOT = path.join(import.meta.dirname, '../..')
/** What was named in an earlier release is not renamed there. */
const HISTORY = /changelog|^docs\/decisions\//
/** Paths of other servers, and of files. */
const OTHERS = ['POST /hooks', '/metrics', '/codec', '/tmp']

const sources = globSync(
  ['{api,domain,providers,activities,relay,worker,cli}/**/*.ts', '*.md', 'docs/**/*.md'],
  { cwd: ROOT },
)
  .filter((file) => !HISTORY.test(file))
  .map((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    return { file, text: file.endsWith('.ts') ? withoutComments(text) : text }
  })

/** Comments speak of functions. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '')
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

test('a method and a path in a text are those of an operation', () => {
  const named = found(/\b((?:GET|POST|PUT|PATCH|DELETE) \/[\w{}/.-]*[\w}])/g)
  expect(named.length).toBeGreaterThan(30)
  const isKnown = (name: string) => OTHERS.includes(name) || routes.includes(plain(name))
  expect(unknown(named, isKnown)).toEqual([])
})

test('a path between backticks is that of an operation, or its end', () => {
  const named = found(/`(\/(?:v1\/)?[\w{}/-]+)[?=…]*`/g)
  expect(named.length).toBeGreaterThan(20)
  const isKnown = (name: string) =>
    OTHERS.includes(name) || paths.some((it) => it.endsWith(plain(name)))
  expect(unknown(named, isKnown)).toEqual([])
})

test('a name between backticks in a text of the code that begins as operations do is one, or a member', () => {
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
