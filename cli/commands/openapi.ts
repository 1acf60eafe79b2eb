import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import type { Documents } from '../../api/documents/write-documents.ts'
import { answering, type Answer } from '../answer.ts'
import { UsageError } from '../failure.ts'
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
    .option('--check', 'compare the code with the committed documents and the last release')
    .option('--write', 'regenerate the committed documents')
    .option('--release', 'write api/openapi.json, the baseline for the next release')
    .addHelpText(
      'after',
      `\n--check exits with 1 if a committed document is stale, or if the code removes something from the
last release that api/next-major.ts does not declare.\n${example('openapi > openapi.json', 'openapi --check')}`,
    )
    .action(
      answering(async ({ check, write, release }: Options): Promise<Answer> => {
        const { generatedDocuments, openApiText, releasedDocuments } =
          await import('../../api/documents/write-documents.ts')
        if (release) {
          await mayRelease()
          return written({ ...generatedDocuments(), ...releasedDocuments() })
        }
        if (write) return written(generatedDocuments())
        if (check) return checked(generatedDocuments())
        const text = openApiText()
        return { data: JSON.parse(text) as object, text }
      }),
    )

const promises = async () => {
  const { brokenPromises } = await import('../../api/documents/last-release.ts')
  const { openApiText } = await import('../../api/documents/write-documents.ts')
  return brokenPromises(JSON.parse(openApiText()) as Parameters<typeof brokenPromises>[0])
}

/** Throws if something prevents releasing this version today. */
const mayRelease = async (): Promise<void> => {
  const { releaseFaults } = await import('../../api/documents/last-release.ts')
  const manifest = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string
  }
  const faults = releaseFaults(manifest.version)
  const { undeclared } = await promises()
  if (undeclared.length > 0) faults.push(TAKEN_AWAY, ...undeclared)
  if (faults.length > 0) throw new UsageError(faults.join('\n'))
}

const TAKEN_AWAY =
  'The code removes this from the last release. Keep it, or declare it in api/next-major.ts:'

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
  const { undeclared } = await promises()
  const faults = [
    ...(stale.length > 0
      ? [`Out of date: ${stale.join(', ')}. Run \`therapy openapi --write\` and commit.`]
      : []),
    ...(undeclared.length > 0 ? [TAKEN_AWAY, ...undeclared] : []),
  ]
  if (faults.length === 0)
    return { data: { ok: true, stale, undeclared }, text: 'All documents are up to date.' }
  return { data: { ok: false, stale, undeclared }, text: faults.join('\n'), exitCode: 1 }
}
