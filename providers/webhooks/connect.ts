import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { getCACertificates } from 'node:tls'
import { callbackify } from 'node:util'
import { buildConnector, errors } from 'undici'
import { type AddressPolicy, addressRefused, type Target } from './address-policy.ts'
import { ConnectTimeoutError, DnsFailureError, isResetCode, TlsFailureError } from './failure.ts'
import type { Lookup } from './lookup.ts'

export type ConnectorOptions = {
  policy: AddressPolicy
  lookup: Lookup
  /** The limit for one connection attempt, for DNS, TCP and TLS together. */
  timeoutMs: number
  startTls: TlsStep
}

type Connect = buildConnector.connector
type ConnectOptions = buildConnector.Options

/** Opens connections that the address policy allows. `close` ends those still being opened. */
export type Connector = { connect: Connect; close: () => void }

/**
 * An undici connector that checks the address three times: an IP literal in the URL (no lookup is ever called
 * for one), every answer of the lookup (one refused answer refuses the host, so that rebinding cannot choose),
 * and the address of the connection before a byte is written. TLS starts only then, and the certificate is
 * verified against the URL's host.
 */
export function createConnector(options: ConnectorOptions): Connector {
  const { policy, timeoutMs, startTls } = options
  const opening = new Set<Socket>()

  const connect: Connect = (request, callback) => {
    const target: Target = { protocol: request.protocol, hostname: request.hostname }
    if (isIP(target.hostname) !== 0 && !policy.admits(target, target.hostname)) {
      process.nextTick(callback, addressRefused(), null)
      return
    }
    const secure = target.protocol === 'https:'
    const socket = connectTcp({
      host: target.hostname,
      port: Number(request.port || (secure ? 443 : 80)),
      lookup: checkedLookup(options, target),
      autoSelectFamily: true,
      noDelay: true,
      keepAlive: true,
    })
    const finish = once((error, connected) => {
      clearTimeout(timer)
      opening.delete(socket)
      if (error === null) return callback(null, connected)
      socket.destroy()
      callback(error, null)
    })
    const timer = setTimeout(() => finish(new ConnectTimeoutError(), null), timeoutMs)
    opening.add(socket)
    socket.on('error', (error) => finish(error, null))
    socket.once('connect', () => {
      if (!policy.admits(target, socket.remoteAddress ?? '')) return finish(addressRefused(), null)
      if (secure) startTls(request, socket, finish)
      else finish(null, socket)
    })
  }

  return {
    connect,
    close: () => {
      for (const socket of opening) socket.destroy(new errors.ClientDestroyedError())
    },
  }
}

type Finish = buildConnector.Callback

/** Starts TLS on a connected socket, or finishes with the error. */
export type TlsStep = (request: ConnectOptions, socket: Socket, finish: Finish) => void

/** @param extraCa Certificates (PEM) trusted in addition to Node's, for receivers with a private authority. */
export function createTlsStep(extraCa: readonly string[]): TlsStep {
  const tls = buildConnector({
    allowH2: false,
    rejectUnauthorized: true,
    timeout: 0,
    ...(extraCa.length > 0 && { ca: [...getCACertificates('default'), ...extraCa] }),
  })
  return (request, socket, finish) => {
    tls({ ...request, httpSocket: socket }, (error, secured) => {
      if (error === null) return finish(null, secured)
      finish(isResetCode(error) ? error : new TlsFailureError(error), null)
    })
  }
}

/** A `lookup` for node:net that uses the resolver and refuses the host if any answer is refused. */
function checkedLookup({ lookup, policy }: ConnectorOptions, target: Target): LookupFunction {
  const resolve = callbackify(async (hostname: string) => {
    const answers = await lookup(hostname).catch((cause: unknown) => {
      throw new DnsFailureError('The host does not resolve', { cause })
    })
    if (!answers.every(({ address }) => policy.admits(target, address))) throw addressRefused()
    return answers
  })
  return (hostname, { all }, callback) => {
    resolve(hostname, (error, answers) => {
      const [first] = answers ?? []
      if (error) callback(error, [])
      else if (!first) callback(new DnsFailureError('The host has no address'), [])
      else if (all) callback(null, [...answers])
      else callback(null, first.address, first.family)
    })
  }
}

function once(action: Finish): Finish {
  let done = false
  return (...outcome) => {
    if (done) return
    done = true
    action(...outcome)
  }
}
