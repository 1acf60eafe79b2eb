import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import path from 'node:path'
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'

/**
 * Unpacks one file of an archive in chunks: neither of them is ever in memory as a whole. `onBytes` hears how
 * many are written.
 */
export const unpackMember = async (
  archive: string,
  member: string,
  target: string,
  onBytes?: (written: number) => void,
): Promise<void> => {
  let [written, complete] = [0, false]
  const file = openSync(target, 'w', 0o755)
  try {
    const unzip = new Unzip((entry) => {
      if (entry.name !== member) return
      entry.ondata = (error, chunk, final) => {
        if (error) throw error
        written += writeSync(file, chunk)
        onBytes?.(written)
        complete = final
      }
      entry.start()
    })
    unzip.register(UnzipInflate)
    unzip.register(UnzipPassThrough)
    for await (const chunk of createReadStream(archive)) unzip.push(chunk as Buffer)
    unzip.push(new Uint8Array(), true)
  } finally {
    closeSync(file)
  }
  if (!complete) throw new Error(`${path.basename(archive)} does not contain ${member}`)
}
