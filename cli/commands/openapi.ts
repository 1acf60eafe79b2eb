import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { answering, type Answer } from '../answer.ts'
import { example } from '../options.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const OPENAPI = 'api/openapi.json'

interface Options {
  check?: boolean
  write?: boolean
}

export const openapi = (parent: Command): Command =>
  parent
    .command('openapi')
    .description('Prints the OpenAPI document of this version.')
    .option('--check', 'compare the committed documents with the code; exit with 1 on drift')
    .option('--write', 'write the committed documents anew')
    .addHelpText('after', example('openapi > openapi.json', 'openapi --check'))
    .action(
      answering(async ({ check, write }: Options): Promise<Answer> => {
        const { generatedDocuments } = await import('../../api/documents/write-documents.ts')
        const documents = Object.entries(await generatedDocuments())
        const stale = await staleOf(documents)
        if (write) return written(stale)
        if (check) return checked(stale.map(([name]) => name))
        const text = documents.find(([name]) => name === OPENAPI)?.[1] ?? '{}'
        return { data: JSON.parse(text) as object, text: text.trimEnd() }
      }),
    )

const staleOf = async (documents: [name: string, content: string][]) => {
  const committed = await Promise.all(
    documents.map(([name]) => readFile(path.join(ROOT, name), 'utf8').catch(() => undefined)),
  )
  return documents.filter(([, content], index) => content !== committed[index])
}

const written = async (stale: [name: string, content: string][]): Promise<Answer> => {
  for (const [name, content] of stale) await writeFile(path.join(ROOT, name), content)
  const names = stale.map(([name]) => name)
  return {
    data: { written: names },
    text: names.length > 0 ? `Written: ${names.join(', ')}` : 'All documents are up to date.',
  }
}

const checked = (stale: string[]): Answer =>
  stale.length === 0
    ? { data: { ok: true, stale }, text: 'All documents are up to date.' }
    : {
        data: { ok: false, stale },
        text: `Not what the code says: ${stale.join(', ')}. Run \`therapy openapi --write\` and commit.`,
        exitCode: 1,
      }
