import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Mustang } from '../../../dev/mustang.ts'

/** Compiled once with light optimization: half the processor time for some hundred documents. */
const FAST_START = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']

const RUNNER = path.join(import.meta.dirname, 'Validate.java')

/**
 * Validates documents with the XSD and Schematron of EN 16931, PDFs also with veraPDF. Java starts once for
 * all.
 * @param documents By file name: `….xml` or `….pdf`.
 * @returns The errors by file name; nothing for valid ones.
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
