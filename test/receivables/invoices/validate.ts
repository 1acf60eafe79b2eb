import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Mustang } from '../../../dev/mustang.ts'

/** Compiled once and lightly: half the processor time for some hundred documents. */
const FAST_START = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']

const RUNNER = path.join(import.meta.dirname, 'Validate.java')

/**
 * Validates documents by the XSD and the Schematron of EN 16931, PDFs by veraPDF too. Java starts once for all.
 * @param documents By the name of the file: `….xml` or `….pdf`.
 * @returns What is wrong, by the name of the file; nothing of those that are valid.
 */
export const validateEInvoices = async (
  { java, jars }: Mustang,
  documents: ReadonlyMap<string, Uint8Array | string>,
): Promise<Map<string, string>> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'therapy-e-invoices-'))
  try {
    for (const [name, content] of documents) writeFileSync(path.join(folder, name), content)
    const args = [...FAST_START, '-cp', path.join(jars, '*'), RUNNER, folder]
    const { stdout } = await promisify(execFile)(java, args, { maxBuffer: 2 ** 26 })
    const lines = stdout.trim().split('\n')
    if (lines.length !== documents.size)
      throw new Error(`${documents.size} documents, ${lines.length} results: ${stdout}`)
    return new Map(
      lines
        .map((line) => line.split('\t') as [string, string])
        .filter(([, found]) => found !== 'valid'),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
