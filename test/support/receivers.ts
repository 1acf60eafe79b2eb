import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'

/**
 * Webhook receivers on loopback, friendly and hostile: real servers for tests, drills and benches. Each counts
 * its requests.
 */

/** A received request, header names in lower case. */
export type ReceivedRequest = { headers: IncomingMessage['headers']; path: string; body: Buffer }

/** What a receiver does with a request. */
export type Behavior = (response: ServerResponse, request: ReceivedRequest) => void | Promise<void>

export type Receiver = AsyncDisposable & {
  /** Origin with the literal address, `http://127.0.0.1:40123`. */
  url: string
  port: number
  requests: readonly ReceivedRequest[]
  /** Accepted TCP connections, with or without data. */
  connections: () => number
  /** Bytes sent by clients, TLS included. */
  bytesReceived: () => number
  /** Open connections. */
  open: () => number
}

export type ReceiverOptions = { host?: string; tls?: { key: string; cert: string } }

/** Starts a receiver on a free port of a loopback address (default 127.0.0.1). */
export async function startReceiver(
  behave: Behavior,
  { host = '127.0.0.1', tls }: ReceiverOptions = {},
): Promise<Receiver> {
  const requests: ReceivedRequest[] = []
  const open = new Set<Socket>()
  let connections = 0
  let bytesOfClosed = 0
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const body = await buffer(request)
      const received = { headers: request.headers, path: request.url ?? '', body }
      requests.push(received)
      await behave(response, received)
    } catch (error) {
      // The client disconnected, as clients of hostile receivers do.
      response.destroy(error instanceof Error ? error : undefined)
    }
  }
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    void onRequest(request, response)
  }
  const server = tls ? createTlsServer(tls, handle) : createServer(handle)
  server.on('connection', (socket) => {
    connections += 1
    open.add(socket)
    socket.on('close', () => {
      open.delete(socket)
      bytesOfClosed += socket.bytesRead
    })
  })
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const authority = host.includes(':') ? `[${host}]` : host
  return {
    url: `${tls ? 'https' : 'http'}://${authority}:${port}`,
    port,
    requests,
    connections: () => connections,
    bytesReceived: () => [...open].reduce((sum, { bytesRead }) => sum + bytesRead, bytesOfClosed),
    open: () => open.size,
    [Symbol.asyncDispose]: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

/** Responds with a status, headers and a body. */
export function respond(
  status: number,
  options: { headers?: Record<string, string>; body?: string | Buffer } = {},
): Behavior {
  return (response) => {
    response.writeHead(status, options.headers).end(options.body)
  }
}

/** Handles each request with the next behavior; the last one repeats. */
export function inTurn(...behaviors: readonly Behavior[]): Behavior {
  let turn = 0
  return (response, request) => {
    const behave = behaviors[Math.min(turn++, behaviors.length - 1)]
    return behave?.(response, request)
  }
}

/** Redirects to another URL. */
export function redirectTo(location: string, status = 302): Behavior {
  return respond(status, { headers: { location } })
}

/** Reads the request and never responds. */
export const silence: Behavior = () => undefined

/** Resets the connection (RST) without a response. */
export const reset: Behavior = (response) => {
  response.socket?.resetAndDestroy()
}

/** Announces a body of 1,000 bytes and resets after the first few. */
export const resetMidBody: Behavior = (response) => {
  response.writeHead(200, { 'content-length': 1_000 })
  response.write('some')
  setTimeout(() => response.socket?.resetAndDestroy(), 20)
}

/** 200, then one byte per interval for ever. */
export function drip(intervalMs = 1_000): Behavior {
  return (response) => {
    response.writeHead(200).flushHeaders()
    const timer = setInterval(() => response.write('.'), intervalMs)
    response.on('close', () => clearInterval(timer))
  }
}

/** An endless body, as fast as the client reads; `sent` counts its bytes. */
export function endlessBody(
  chunk: Buffer = Buffer.alloc(64 * 1_024, 'x'),
  headers: Record<string, string> = {},
): { behave: Behavior; sent: () => number } {
  let sent = 0
  return {
    sent: () => sent,
    behave: (response) => {
      response.writeHead(200, headers)
      const pump = () => {
        do sent += chunk.length
        while (response.write(chunk) && !response.destroyed)
      }
      response.on('drain', pump)
      pump()
    },
  }
}

/** A gzip body that unpacks to 1,000 times its size. */
export function gzipBomb(unpackedMiB = 64): Behavior {
  const body = gzipSync(Buffer.alloc(unpackedMiB * 1_024 * 1_024))
  return respond(200, { headers: { 'content-encoding': 'gzip' }, body })
}

/** Writes these bytes unchanged instead of an HTTP response. */
export function rawAnswer(bytes: string): Behavior {
  return (response) => {
    response.socket?.end(bytes, 'latin1')
  }
}

/**
 * A certificate for one host, signed with its own new Ed25519 key (RFC 5280, RFC 8410): untrusted unless its
 * PEM is configured as an authority.
 */
export function selfSigned(
  host: { ip: string } | { dns: string },
  validUntil: Date = new Date(Date.now() + 86_400_000),
): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const ed25519 = der(0x30, Buffer.from('06032b6570', 'hex'))
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('test')))
  const name = der(0x30, der(0x31, commonName))
  const time = (at: Date) => der(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')))
  const alternative =
    'ip' in host
      ? der(0x87, Buffer.from(host.ip.split('.').map(Number)))
      : der(0x82, Buffer.from(host.dns))
  const subjectAltName = der(
    0x30,
    Buffer.from('0603551d11', 'hex'),
    der(0x04, der(0x30, alternative)),
  )
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ed25519,
    name,
    der(0x30, time(new Date('2020-01-01')), time(validUntil)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, subjectAltName)),
  )
  const signature = der(0x03, Buffer.of(0), sign(null, body, privateKey))
  const base64 = der(0x30, body, ed25519, signature).toString('base64')
  const lines = base64.match(/.{1,64}/g)?.join('\n') ?? ''
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

/** One DER element (X.690): tag, length, contents. */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}
