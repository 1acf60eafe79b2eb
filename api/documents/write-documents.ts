/**
 * Writes the generated documents: `node api/documents/write-documents.ts`. They are committed, served
 * as they are, and test/contract/documents.test.ts fails when they are not what this would write.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildOpenApi } from './openapi.ts'
import { operations } from '../resources/index.ts'
import { changelogMarkdown } from './changelog.ts'
import { errorsMarkdown } from './errors-page.ts'
import { metricsMarkdown } from './metrics-page.ts'
import { buildPostmanCollection } from './postman.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/** Content by path in the repository. */
export const generatedDocuments = async (): Promise<Record<string, string>> => {
  const openapi = buildOpenApi(operations)
  return {
    'api/openapi.json': `${compactJson(openapi)}\n`,
    'api/postman.json': formattedJson(await buildPostmanCollection(openapi)),
    'docs/errors.md': errorsMarkdown(),
    'docs/metrics.md': `${metricsMarkdown()}\n`,
    'docs/changelog.md': changelogMarkdown(),
  }
}

/** Down to a property, a parameter or a response, each of which is a line: short, and its diffs readable. */
const LINE_DEPTH = 5

const compactJson = (value: unknown, depth = 0): string => {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || depth === LINE_DEPTH || line.length <= 90)
    return line
  const isList = Array.isArray(value)
  const indent = ' '.repeat(depth)
  const items = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => {
      const key = isList ? '' : `${JSON.stringify(name)}: `
      return `${indent} ${key}${compactJson(member, depth + 1)}`
    })
  return [isList ? '[' : '{', items.join(',\n'), `${indent}${isList ? ']' : '}'}`].join('\n')
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** …as the project's formatter leaves it: lists of scalars on one line where they fit. */
const formattedJson = (value: object) =>
  json(value).replaceAll(SCALAR_LIST, (all, head: string, items: string, comma: string) => {
    const line = `${head}[${items.trim().split(/,\n */).join(', ')}]`
    return line.length <= 100 ? `${line}${comma}` : all
  })

const STRING = String.raw`"(?:[^"\\]|\\.)*"`
const SCALAR_LIST = new RegExp(
  String.raw`^( *(?:${STRING}: )?)\[\n((?: *(?:${STRING}|[\d.]+|true|false|null),?\n)+) *\](,?)$`,
  'gm',
)

if (import.meta.main) {
  for (const [name, content] of Object.entries(await generatedDocuments())) {
    const file = path.join(ROOT, name)
    const before = await readFile(file, 'utf8').catch(() => '')
    await writeFile(file, content)
    process.stdout.write(`${before === content ? 'unchanged' : 'written'} ${name}\n`)
  }
}
