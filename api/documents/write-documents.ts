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
import { buildPostmanCollection } from './postman.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/** Content by path in the repository. */
export const generatedDocuments = async (): Promise<Record<string, string>> => {
  const openapi = buildOpenApi(operations)
  return {
    'api/openapi.json': json(openapi),
    'api/postman.json': formattedJson(await buildPostmanCollection(openapi)),
    'docs/errors.md': errorsMarkdown(),
    'docs/changelog.md': changelogMarkdown(),
  }
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
