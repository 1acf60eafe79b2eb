/** Files in a directory and in S3, which moto speaks here: https://docs.getmoto.org/en/latest/docs/server_mode.html */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startChild, whenReady } from '../../../dev/child.ts'
import { freePort } from '../../../dev/ports.ts'
import { pythonTool } from '../../../dev/python-tool.ts'
import { createFileStore, NO_FILES } from '../../../providers/files/file-store.ts'

const MOTO = { requirement: 'moto[server]==5.2.1', program: 'moto_server' }
/** More than one packet, and more than a stream holds at once. */
const LARGE_BYTES = 6 * 1024 * 1024

const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())
const dir = await mkdtemp(path.join(tmpdir(), 'therapy-file-store-'))
stack.defer(() => rm(dir, { recursive: true, force: true }))

/** A bucket of a server of its own; undefined where there is none. */
const startBucket = async (): Promise<string | undefined> => {
  const moto = await pythonTool(MOTO, console.log)
  if (!moto) return undefined
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const server = stack.use(
    await startChild({
      command: moto,
      args: ['-H', '127.0.0.1', '-p', `${port}`],
      logFile: path.join(dir, 'moto.log'),
    }),
  )
  const created = () => fetch(`${endpoint}/care`, { method: 'PUT' }).catch(() => undefined)
  await whenReady(server, created, { what: 'moto', timeoutMs: 60_000 })
  return `s3://care?region=eu-central-1&endpoint=${endpoint}`
}

const bucket = await startBucket()
const stores = [
  ['a directory', path.join(dir, 'files')],
  ['S3', bucket],
] as const

describe.each(stores)('files in %s', (_, location) => {
  const store = createFileStore(location ?? dir)
  const it = test.skipIf(location === undefined)

  it('are found by their key, replaced, and gone once removed, also twice', async () => {
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

  it('larger than memory should hold go in from a file, and come out as a stream', async () => {
    const file = path.join(dir, 'large')
    await writeFile(file, Buffer.alloc(LARGE_BYTES, 'therapy'))
    await store.putFile('ten_1/pex_1', file, 'application/zip')
    const bytes = await buffer(await store.stream('ten_1/pex_1'))
    expect(bytes.equals(Buffer.alloc(LARGE_BYTES, 'therapy'))).toBe(true)
  })
})

test('a process that was not told where files are touches none', async () => {
  await expect(NO_FILES.get('ten_1/fil_1')).rejects.toThrow('not told where files are')
  await expect(NO_FILES.remove('ten_1/fil_1')).rejects.toThrow('not told where files are')
})
