/** Files of children are private on the machine, whatever the umask. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createFileStore } from '../../../providers/files/file-store.ts'

test('folders are 0700 and files 0600, however they were created', async () => {
  const outer = await mkdtemp(path.join(tmpdir(), 'therapy-modes-'))
  const umask = process.umask(0)
  try {
    const location = path.join(outer, 'data', 'files')
    const store = createFileStore(location)
    const bytes = Buffer.from('Seen at home.')
    await store.put('ten_1/fil_1.a', bytes, 'text/plain')
    await store.putStream('ten_1/fil_2.a', Readable.from([bytes]), { contentType: 'text/plain' })
    await store.putFile('ten_2/pex_1.a', import.meta.filename, 'application/zip')
    const entries = await readdir(path.join(outer, 'data'), { recursive: true })
    const modes = await Promise.all(
      entries.map(async (entry) => {
        const found = await stat(path.join(outer, 'data', entry))
        return [found.isDirectory() ? 'folder' : 'file', (found.mode & 0o777).toString(8)].join(' ')
      }),
    )
    expect(modes.toSorted()).toEqual(
      ['file 600', 'folder 700'].flatMap((mode) => Array.from({ length: 3 }, () => mode)),
    )
    expect((await stat(path.join(outer, 'data'))).mode & 0o777).toBe(0o700)
  } finally {
    process.umask(umask)
    await rm(outer, { recursive: true, force: true })
  }
})
