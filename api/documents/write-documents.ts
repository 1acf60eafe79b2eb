/**
 * Writes the generated documents: `node api/documents/write-documents.ts`. They are committed, served
 * as they are, and test/contract/documents.test.ts fails when they are not what this would write.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildOpenApi } from '../http/openapi.ts'
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
    'api/postman.json': json(await buildPostmanCollection(openapi)),
    'docs/errors.md': errorsMarkdown(),
    'docs/changelog.md': changelogMarkdown(),
  }
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

if (import.meta.main) {
  for (const [name, content] of Object.entries(await generatedDocuments())) {
    const file = path.join(ROOT, name)
    const before = await readFile(file, 'utf8').catch(() => '')
    await writeFile(file, content)
    process.stdout.write(`${before === content ? 'unchanged' : 'written'} ${name}\n`)
  }
}
