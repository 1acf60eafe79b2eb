import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import type { Documents } from '../../api/documents/write-documents.ts'
import { answering, type Answer } from '../answer.ts'
import { example } from '../options.ts'

const ROOT = path.join(import.meta.dirname, '../..')

interface Options {
  check?: boolean
  write?: boolean
  release?: boolean
}

export const openapi = (parent: Command): Command =>
  parent
    .command('openapi')
    .description('Prints the OpenAPI document of this version.')
    .option('--check', 'compare the committed documents with the code; exit with 1 on drift')
    .option('--write', 'write the committed documents anew')
    .option('--release', 'write api/openapi.json, which the next release is compared with')
    .addHelpText('after', example('openapi > openapi.json', 'openapi --check'))
    .action(
      answering(async ({ check, write, release }: Options): Promise<Answer> => {
        const { generatedDocuments, openApiText, releasedDocuments } =
          await import('../../api/documents/write-documents.ts')
        if (release) return written({ ...generatedDocuments(), ...releasedDocuments() })
        if (write) return written(generatedDocuments())
        if (check) return checked(generatedDocuments())
        const text = openApiText()
        return { data: JSON.parse(text) as object, text }
      }),
    )

const staleOf = async (documents: Documents): Promise<[name: string, content: string][]> => {
  const committed = await Promise.all(
    Object.keys(documents).map((name) =>
      readFile(path.join(ROOT, name), 'utf8').catch(() => undefined),
    ),
  )
  return Object.entries(documents).filter(([, content], index) => content !== committed[index])
}

const written = async (documents: Documents): Promise<Answer> => {
  const stale = await staleOf(documents)
  for (const [name, content] of stale) await writeFile(path.join(ROOT, name), content)
  const names = stale.map(([name]) => name)
  return {
    data: { written: names },
    text: names.length > 0 ? `Written: ${names.join(', ')}` : 'All documents are up to date.',
  }
}

const checked = async (documents: Documents): Promise<Answer> => {
  const stale = (await staleOf(documents)).map(([name]) => name)
  return stale.length === 0
    ? { data: { ok: true, stale }, text: 'All documents are up to date.' }
    : {
        data: { ok: false, stale },
        text: `Not what the code says: ${stale.join(', ')}. Run \`therapy openapi --write\` and commit.`,
        exitCode: 1,
      }
}
