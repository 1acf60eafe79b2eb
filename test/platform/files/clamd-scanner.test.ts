/** The clamd adapter with a stub that speaks INSTREAM, and with clamd if it is installed. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { startChild, whenReady } from '../../../dev/child.ts'
import { onPath } from '../../../dev/on-path.ts'
import { clamdAddress, createClamdScanner } from '../../../providers/files/clamd-scanner.ts'
import { createScanner } from '../../../providers/files/create-scanner.ts'
import { eicarScanner, ScannerUnavailableError } from '../../../providers/files/malware-scanner.ts'
import { LONGEST_WAIT_MS } from '../../support/waits.ts'

const COMMAND = Buffer.from('zINSTREAM\0')
const LIMIT = 1_000_000
const file = (...parts: (string | Uint8Array)[]) =>
  Readable.from(parts.map((it) => Buffer.from(it)))

type Behavior = 'judge' | 'silent' | 'hang up' | 'nonsense'

/** Like clamd: reads framed chunks up to a limit, responds once, closes. */
async function protocolServer(behavior: Behavior = 'judge') {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    const pieces: Buffer[] = []
    socket.on('data', (data) => {
      pieces.push(data)
      if (behavior === 'silent') return
      if (behavior === 'hang up') return void socket.destroy()
      const bytes = Buffer.concat(pieces)
      if (!bytes.subarray(0, COMMAND.length).equals(COMMAND)) return void socket.end('UNKNOWN\0')
      if (bytes.length > LIMIT) return void socket.end('INSTREAM size limit exceeded. ERROR\0')
      const content = framed(bytes.subarray(COMMAND.length))
      if (!content) return
      if (behavior === 'nonsense') socket.end('what?\0')
      else socket.end(content.includes('VIRUS') ? 'stream: Test.Virus FOUND\0' : 'stream: OK\0')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port, url: `tcp://127.0.0.1:${port}`, server }
}

/** The content, once the chunk of length 0 arrives. */
function framed(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

describe('over the protocol', () => {
  test('a clean file passes, and an empty chunk does not end it', async () => {
    const scanner = createScanner((await protocolServer()).url)
    expect(await scanner.scan(file('harmless', '', ' text'))).toBeUndefined()
    expect(await scanner.scan(file('first', '', 'VIRUS'))).toEqual({ finding: 'Test.Virus' })
    expect(await scanner.scan(file())).toBeUndefined()
  })

  test('a virus across two chunks is found', async () => {
    const scanner = createScanner((await protocolServer()).url)
    expect(await scanner.scan(file('VIR', 'US'))).toEqual({ finding: 'Test.Virus' })
  })

  test('a file above the limit of clamd has no verdict', async () => {
    const scanner = createScanner((await protocolServer()).url)
    const large = file(...Array.from({ length: 40 }, () => Buffer.alloc(100_000, 1)))
    await expect(scanner.scan(large)).rejects.toThrow(ScannerUnavailableError)
  })

  test.each(['hang up', 'nonsense'] as const)(
    'this response of clamd has no verdict: %s',
    async (it) => {
      const { url } = await protocolServer(it)
      await expect(createScanner(url).scan(file('harmless'))).rejects.toThrow(
        ScannerUnavailableError,
      )
    },
  )

  test('a time-out of clamd has no verdict', async () => {
    const { url } = await protocolServer('silent')
    const scanner = createClamdScanner(clamdAddress(url), { timeoutMs: 200 })
    const refused = await scanner.scan(file('harmless')).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ScannerUnavailableError)
    expect((refused as Error).cause).toMatchObject({ message: 'clamd was silent for 200 ms' })
  })

  test('an unused port or socket has no verdict', async () => {
    const { url, server } = await protocolServer()
    server.close()
    await once(server, 'close')
    for (const where of [url, 'unix:///nowhere/clamd.ctl'])
      await expect(createScanner(where).scan(file('a'))).rejects.toThrow(ScannerUnavailableError)
  })

  test('an unreadable file is an error of the file', async () => {
    const scanner = createScanner((await protocolServer()).url)
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('begun')
        throw new Error('the sender went away')
      })(),
    )
    await expect(scanner.scan(broken)).rejects.toThrow('the sender went away')
  })
})

test('addresses', () => {
  expect(clamdAddress('tcp://clamd.internal')).toEqual({ host: 'clamd.internal', port: 3310 })
  expect(clamdAddress('tcp://[::1]:9')).toEqual({ host: '::1', port: 9 })
  expect(clamdAddress('unix:///run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' })
  expect(createScanner('eicar')).toBe(eicarScanner)
})

const clamd = onPath('clamd') ?? (existsSync('/usr/sbin/clamd') ? '/usr/sbin/clamd' : undefined)

describe.skipIf(!clamd)('with clamd', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'therapy-clamd-'))
  const socket = path.join(dir, 'clamd.ctl')
  let daemon: AsyncDisposable | undefined
  afterAll(async () => {
    await daemon?.[Symbol.asyncDispose]()
    rmSync(dir, { recursive: true, force: true })
  })

  beforeAll(async () => {
    const config = path.join(dir, 'clamd.conf')
    // One custom signature in hexadecimal, so no database is downloaded.
    const signature = Buffer.from('therapy-test-malware').toString('hex')
    writeFileSync(path.join(dir, 'own.ndb'), `Therapy.Test:0:*:${signature}\n`)
    writeFileSync(
      config,
      [
        `DatabaseDirectory ${dir}`,
        `LocalSocket ${socket}`,
        'Foreground yes',
        'StreamMaxLength 1M',
        `User ${userInfo().username}`,
        '',
      ].join('\n'),
    )
    const child = await startChild({
      command: clamd ?? '',
      args: ['--config-file', config],
      logFile: path.join(dir, 'clamd.log'),
    })
    daemon = child
    await whenReady(child, () => (existsSync(socket) ? true : undefined), {
      what: 'clamd',
      timeoutMs: LONGEST_WAIT_MS,
    })
    await promisify(execFile)(clamd ?? '', ['--version'])
  })

  test('finds known malware and passes other files', async () => {
    const scanner = createScanner(`unix://${socket}`)
    expect(await scanner.scan(file('quite', ' harmless'))).toBeUndefined()
    expect(await scanner.scan(file('some therapy-test', '-malware here'))).toEqual({
      finding: expect.stringContaining('Therapy.Test') as string,
    })
  })

  test('has no verdict on a file above its StreamMaxLength', async () => {
    const large = file(...Array.from({ length: 50 }, () => Buffer.alloc(100_000, 1)))
    await expect(createScanner(`unix://${socket}`).scan(large)).rejects.toThrow(
      ScannerUnavailableError,
    )
  })
})
