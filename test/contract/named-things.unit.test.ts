import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createProgram } from '../../cli/program.ts'
import { buildOpenApi } from '../../api/documents/openapi.ts'
import { operations } from '../../api/resources/index.ts'
import { anchorOf } from '../../api/documents/guide-page.ts'
import { ERROR_CODES } from '#platform/core/errors/error-codes.ts'

/** Everything that texts for people name exists: pages and sections, files, variables, members, headers, commands. */

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const list = (...patterns: string[]) => globSync(patterns, { cwd: ROOT })

/** Releases and decisions describe the past: their names may no longer exist, but their links must. */
const CURRENT = list('*.md', 'docs/*.md', 'docs/guides/*.md').filter(
  (file) => file !== 'docs/changelog.md',
)
const LINKING = [
  ...CURRENT,
  'docs/changelog.md',
  ...list(
    'docs/decisions/*.md',
    'docs/monitoring/*',
    '{api,dev,prisma,providers,relay,domain/*}/README.md',
  ),
]
const SOURCES = list('{api,domain,providers,activities,relay,worker,workflows,cli,dev}/**/*.ts')

const anchors = new Map<string, Set<string>>()
const anchorsOf = (file: string): Set<string> => {
  const known = anchors.get(file)
  if (known) return known
  const text = read(file).replaceAll(/^```.*?^```/gms, '')
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    anchorOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')),
  )
  const found = new Set(headings)
  anchors.set(file, found)
  return found
}

const broken = (from: string, target: string, anchor: string | undefined): string[] => {
  if (target !== '' && !existsSync(path.join(ROOT, target))) return [`${from}: ${target}`]
  const file = target === '' ? from : target
  const isSection = anchor === undefined || !file.endsWith('.md') || anchorsOf(file).has(anchor)
  return isSection ? [] : [`${from}: ${file}#${anchor}`]
}

test('links in pages lead to existing files and sections', () => {
  const found = LINKING.flatMap((file) =>
    [
      ...read(file)
        .replaceAll(/^```.*?^```/gms, '')
        .matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g),
    ].map(([, to = '', anchor]) => ({ file, to: to && path.join(path.dirname(file), to), anchor })),
  )
  expect(found.length).toBeGreaterThan(250)
  expect(found.flatMap(({ file, to, anchor }) => broken(file, to, anchor))).toEqual([])
})

test('sections named by alerts and texts of the code exist', () => {
  const texts = [...list('docs/monitoring/*'), ...SOURCES]
  const found = texts.flatMap((file) =>
    [...read(file).matchAll(/(?<![\w/])\/?(docs\/[\w./-]+?)(\.md)?#([\w-]+)/g)].map(
      ([, page = '', , anchor = '']) => ({ file, page: `${page}.md`, anchor }),
    ),
  )
  expect(found.length).toBeGreaterThan(20)
  const codes = new Set<string>(ERROR_CODES)
  const wrong = found.filter(
    // The reference is drawn by a library with its own section names.
    ({ page, anchor }) =>
      !(page === 'docs/errors.md' && codes.has(anchor)) && !page.startsWith('docs/reference/'),
  )
  expect(
    wrong.flatMap(({ file, page, anchor }) =>
      broken(page, page, anchor).map((it) => `${file}: ${it}`),
    ),
  ).toEqual([])
})

const code = [
  ...SOURCES,
  ...list(
    'prisma/**/*.{sql,prisma}',
    'test/**/*.ts',
    'bench/**/*.ts',
    'bin/**',
    '*.yml',
    '*.json',
    'Dockerfile',
    'docs/monitoring/*',
  ),
]
  .filter((file) => !file.endsWith('package-lock.json') && statSync(path.join(ROOT, file)).isFile())
  .flatMap((file) =>
    /\.(?:ts|sql|prisma|yml|json|sh|txt)$|^bin\/[a-z]+$|Dockerfile$/.test(file) ? [read(file)] : [],
  )
  .join('\n')
const words = new Set(code.match(/[A-Za-z_][\w-]*/g))
for (const word of JSON.stringify(buildOpenApi(operations)).match(/[A-Za-z_][\w-]*/g) ?? [])
  words.add(word)

/** Names of others: a platform that a guide compares with, and PostgreSQL. */
const OTHERS = new Set(['afterStart', 'log_min_duration_statement'])

test('variables, values, members and headers between backticks exist in the code', () => {
  const found = CURRENT.flatMap((file) =>
    [
      ...read(file)
        .replaceAll(/^```.*?^```/gms, '')
        .matchAll(/`([A-Za-z][\w-]*)`/g),
    ]
      .map(([, name = '']) => name)
      .filter((name) => /[a-z][A-Z]|_|^X-/.test(name))
      .map((name) => ({ file, name })),
  )
  expect(found.length).toBeGreaterThan(500)
  const unknown = found.filter(({ name }) => !words.has(name) && !OTHERS.has(name))
  expect(unknown.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

test('commands of bin/therapy in texts exist', () => {
  const texts = [...CURRENT, ...SOURCES, ...list('bin/lib/*.txt')]
  const found = texts.flatMap((file) =>
    [
      ...read(file).matchAll(
        /(?:`(?:bin\/)?|\$ |^ *bin\/)therapy ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)*)/gm,
      ),
    ].map(([, named = '']) => ({ file, named })),
  )
  expect(found.length).toBeGreaterThan(60)
  // The name of a `therapy login` session: "therapy on" and the machine.
  const named = found.filter(({ named: words }) => words !== 'on')
  const program = createProgram()
  const isKnown = (line: string) => {
    let command = program
    for (const word of line.split(' ')) {
      if (command.commands.length === 0) return true
      const next = command.commands.find((it) => it.name() === word)
      if (!next) return false
      command = next
    }
    return true
  }
  expect(named.filter((it) => !isKnown(it.named)).map((it) => `${it.file}: ${it.named}`)).toEqual(
    [],
  )
})
