import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { DomainError } from '#platform/core/errors.ts'
import { FORMAT, MANIFEST, type ExportedFile, type Manifest } from './rules.ts'

export interface VerifiedExport {
  ok: boolean
  manifest: Manifest
  /** Files that are not as the manifest says, one sentence each. */
  problems: string[]
}

/** Compares an export with its manifest: every file, every row, and nothing besides. */
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
    if (!entry.isDirectory() && !named.has(name)) problems.push(`${name} is not of the export.`)
  }
  return { ok: problems.length === 0, manifest, problems }
}

const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new DomainError('not_found', `${folder} has no ${MANIFEST}: it holds no finished export.`)
  const manifest = JSON.parse(text) as Omit<Manifest, 'format'> & { format?: string }
  if (manifest.format === FORMAT) return { ...manifest, format: FORMAT }
  throw new DomainError('not_found', `${folder} is no export of this kind (${FORMAT}).`)
}

const problemsOf = async (
  folder: string,
  { path: name, bytes, sha256, rows }: ExportedFile & { rows?: number },
): Promise<string[]> => {
  const hash = createHash('sha256')
  const seen = { bytes: 0, lines: 0 }
  try {
    for await (const chunk of createReadStream(path.join(folder, name)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      seen.bytes += chunk.length
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) seen.lines += 1
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return [`${name} is missing.`]
  }
  if (seen.bytes !== bytes) return [`${name} has ${seen.bytes} bytes instead of ${bytes}.`]
  if (hash.digest('hex') !== sha256) return [`${name} was altered: its SHA-256 is another.`]
  if (rows !== undefined && seen.lines !== rows)
    return [`${name} has ${seen.lines} rows instead of ${rows}.`]
  return []
}
