/** Scans files with clamd, ClamAV's daemon, using its INSTREAM command. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { ScannerUnavailableError, type MalwareScanner } from './malware-scanner.ts'

/** Where clamd listens: a TCP port or the path of a Unix socket. */
export type ClamdAddress = { host: string; port: number } | { path: string }

export interface ClamdOptions {
  /** How long clamd may be silent. */
  timeoutMs?: number
}

const DEFAULT_PORT = 3310
const DEFAULT_TIMEOUT_MS = 60_000

/** `tcp://host:3310` or `unix:///run/clamav/clamd.ctl`. */
export const clamdAddress = (url: string): ClamdAddress => {
  const { protocol, hostname, port, pathname } = new URL(url)
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) }
  // The brackets of an IPv6 address belong only to the URL.
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  return { host, port: port === '' ? DEFAULT_PORT : Number(port) }
}

export const createClamdScanner = (
  address: ClamdAddress,
  { timeoutMs = DEFAULT_TIMEOUT_MS }: ClamdOptions = {},
): MalwareScanner => ({
  async scan(file) {
    const socket = connect(address)
    // Errors are reported by the reads and writes; without a listener, the event would end the process.
    socket.on('error', () => {})
    socket.setTimeout(timeoutMs, () =>
      socket.destroy(new Error(`clamd was silent for ${timeoutMs} ms`)),
    )
    try {
      // Read from the beginning, because clamd answers early if a file exceeds its StreamMaxLength.
      const [answer, sent] = await Promise.allSettled([text(socket), send(socket, file)])
      if (answer.status === 'fulfilled' && answer.value !== '') return verdict(answer.value)
      if (sent.status === 'rejected' && sent.reason instanceof SourceError) throw sent.reason.cause
      const failed = answer.status === 'rejected' ? answer : sent
      throw new ScannerUnavailableError(
        'clamd gave no answer',
        failed.status === 'rejected' ? { cause: failed.reason } : {},
      )
    } finally {
      socket.destroy()
    }
  },
})

/** The file itself could not be read, which is not clamd's failure. */
class SourceError extends Error {}

/** Sends `zINSTREAM`, then chunks preceded by their length, then a length of 0. */
const send = async (socket: Socket, file: AsyncIterable<Uint8Array>): Promise<void> => {
  await write(socket, Buffer.from('zINSTREAM\0'))
  try {
    for await (const chunk of file) {
      // An empty chunk would end the stream.
      if (chunk.length === 0) continue
      const length = Buffer.alloc(4)
      length.writeUInt32BE(chunk.length)
      await write(socket, Buffer.concat([length, chunk]))
    }
  } catch (error) {
    if (socket.destroyed) throw error
    socket.destroy()
    throw new SourceError('The file could not be read', { cause: error })
  }
  await write(socket, Buffer.alloc(4))
}

const write = async (socket: Socket, bytes: Uint8Array): Promise<void> => {
  if (socket.destroyed) throw new Error('clamd closed the connection')
  if (socket.write(bytes)) return
  const over = new AbortController()
  const { signal } = over
  try {
    await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })])
  } finally {
    over.abort()
  }
}

/** `stream: OK`, `stream: <name> FOUND`, `INSTREAM size limit exceeded. ERROR`. */
const verdict = (answer: string): { finding: string } | undefined => {
  const line = answer.replaceAll('\0', '').trim()
  if (line === 'stream: OK') return undefined
  const finding = /^stream: (.+) FOUND$/.exec(line)?.[1]
  if (finding) return { finding }
  throw new ScannerUnavailableError(`clamd answered: ${line.slice(0, 200)}`)
}
