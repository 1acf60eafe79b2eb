/**
 * Prints the SQL texts of the domain as JSON, by file and constant. Constants of a module are private,
 * so that each module is loaded with a line more, which says what they are.
 */
import { globSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = path.join(import.meta.dirname, '../..')
const STATEMENT = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\s/

const texts: Record<string, string> = {}
const collect = (place: string, value: unknown): void => {
  if (typeof value === 'string' && STATEMENT.test(value)) texts[place] = value
  // A statement with its name, one for each kind or for each number of rows.
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value))
    if (typeof member === 'string') collect(`${place}.${name}`, member)
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
    const lines = names.map((name) => `globalThis.collectSqlTexts('${file} ${name}', ${name})`)
    return { ...loaded, source: [source, ...lines].join('\n') }
  },
})

for (const file of globSync('domain/**/*.ts', { cwd: ROOT }))
  await import(pathToFileURL(path.join(ROOT, file)).href)
process.stdout.write(JSON.stringify(texts))
