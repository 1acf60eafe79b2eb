import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { DomainError } from '#platform/core/errors/errors.ts'
import { problemOf } from '#providers/files/measured-file.ts'
import { FORMAT, MANIFEST, type ExportedFile, type Manifest } from './rules.ts'

export interface VerifiedExport {
  ok: boolean
  manifest: Manifest
  /** The differences between files and the manifest, one sentence each. */
  problems: string[]
}

/** Compares an export with its manifest: every file and every row must match, and nothing else may exist. */
export const verifyExport = async (folder: string): Promise<VerifiedExport> => {
  const manifest = await readManifest(folder)
  const problems: string[] = []
  const { tables, attachments, others } = manifest
  const files: (ExportedFile & { rows?: number })[] = [...tables, ...attachments, ...others]
  for (const file of files) problems.push(...(await problemsOf(folder, file)))
  const named = new Set([MANIFEST, ...files.map((file) => file.path)])
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of found) {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name))
    if (!entry.isDirectory() && !named.has(name))
      problems.push(`${name} is not part of the export.`)
  }
  return { ok: problems.length === 0, manifest, problems }
}

const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new DomainError(
      'not_found',
      `${folder} has no ${MANIFEST}, so it contains no finished export.`,
    )
  const manifest = JSON.parse(text) as Omit<Manifest, 'format'> & { format?: string }
  if (manifest.format === FORMAT) return { ...manifest, format: FORMAT }
  throw new DomainError('not_found', `${folder} is not an export of this kind (${FORMAT}).`)
}

const problemsOf = async (
  folder: string,
  { rows, ...file }: ExportedFile & { rows?: number },
): Promise<string[]> => {
  let lines = 0
  const problem = await problemOf(folder, file, (chunk) => {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1
  })
  if (problem) return [problem]
  if (rows !== undefined && lines !== rows)
    return [`${file.path} has ${lines} rows instead of ${rows}.`]
  return []
}
