/** Files in a directory and in S3, played by moto: https://docs.getmoto.org/en/latest/docs/server_mode.html */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createFileStore, NO_FILES } from '../../../providers/files/file-store.ts'
import { AWS_CREDENTIALS, startBucket } from '../../support/bucket.ts'

/** More than one packet and one stream buffer. */
const LARGE_BYTES = 6 * 1024 * 1024

const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())
const dir = await mkdtemp(path.join(tmpdir(), 'therapy-file-store-'))
stack.defer(() => rm(dir, { recursive: true, force: true }))

const served = await startBucket()
if (served) stack.use(served)
for (const [name, value] of Object.entries(AWS_CREDENTIALS)) vi.stubEnv(name, value)
const bucket = served?.location
const stores = [
  ['a directory', path.join(dir, 'files')],
  ['S3', bucket],
] as const

describe.each(stores)('files in %s', (_, location) => {
  const store = createFileStore(location ?? dir)
  const it = test.skipIf(location === undefined)

  it('are found by key, replaced, and removed, even twice', async () => {
    const key = 'ten_1/fil_1'
    await store.put(key, Buffer.from('Seen at home.'), 'text/plain')
    await store.put('ten_1/fil_2', Buffer.from('Another'), 'text/plain')
    await store.put(key, Buffer.from('Seen at school.'), 'text/plain')
    expect(Buffer.from(await store.get(key)).toString()).toBe('Seen at school.')
    await store.remove(key)
    await store.remove(key)
    await expect(store.get(key)).rejects.toThrow()
    expect(Buffer.from(await store.get('ten_1/fil_2')).toString()).toBe('Another')
  })

  it('larger than memory are written from a file and read as a stream', async () => {
    const file = path.join(dir, 'large')
    await writeFile(file, Buffer.alloc(LARGE_BYTES, 'therapy'))
    await store.putFile('ten_1/pex_1', file, 'application/zip')
    const bytes = await buffer(await store.stream('ten_1/pex_1'))
    expect(bytes.equals(Buffer.alloc(LARGE_BYTES, 'therapy'))).toBe(true)
  })
})

test('a process without a file store touches no files', async () => {
  await expect(NO_FILES.get('ten_1/fil_1')).rejects.toThrow('not told where files are')
  await expect(NO_FILES.remove('ten_1/fil_1')).rejects.toThrow('not told where files are')
})
