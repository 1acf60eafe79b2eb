/**
 * Prints SQL texts of the domain as JSON: the constants of each module, and the expressions named on standard
 * input, as `{ file: { key: expression } }`. Constants are private, so each module is loaded with added lines
 * that expose them.
 */
import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = path.join(import.meta.dirname, '../..')
const STATEMENT = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\s/

const asked = JSON.parse(readFileSync(0, 'utf8')) as Record<string, Record<string, string>>

const constants: Record<string, string> = {}
/** By key: one text, a table of texts, or null if an expression depends on arguments. */
const expressions: Record<string, string[] | null> = {}

/** For a text, a named statement, or a table by kind or number of rows. */
const textsIn = (value: unknown, depth: number): [name: string, text: string][] => {
  if (typeof value === 'string') return STATEMENT.test(value) ? [['', value]] : []
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.entries(value).flatMap(([name, member]) =>
    textsIn(member, depth - 1).map(([rest, text]): [string, string] => [`.${name}${rest}`, text]),
  )
}

const collect = {
  constant: (place: string, value: unknown): void => {
    for (const [name, text] of textsIn(value, 1)) constants[place + name] = text
  },
  expression: (key: string, value: () => unknown): void => {
    try {
      expressions[key] = textsIn(value(), 2).map(([, text]) => text)
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error
      expressions[key] = null
    }
  },
}
Object.assign(globalThis, { collectSqlTexts: collect })

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.startsWith('file:') || typeof loaded.source !== 'object') return loaded
    const file = path.relative(ROOT, fileURLToPath(url))
    if (!file.startsWith('domain/')) return loaded
    const source = Buffer.from(loaded.source as Uint8Array).toString()
    const names = [...source.matchAll(/^(?:export )?const ([A-Z][A-Z0-9_]*) = /gm)].map(
      ([, it]) => it!,
    )
    const lines = [
      ...names.map((name) => `collectSqlTexts.constant('${file} ${name}', ${name})`),
      ...Object.entries(asked[file] ?? {}).map(
        ([key, expression]) => `collectSqlTexts.expression('${key}', () => (${expression}))`,
      ),
    ]
    return { ...loaded, source: [source, ...lines].join('\n') }
  },
})

for (const file of globSync('domain/**/*.ts', { cwd: ROOT }))
  await import(pathToFileURL(path.join(ROOT, file)).href)
process.stdout.write(JSON.stringify({ constants, expressions }))
