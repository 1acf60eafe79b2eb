/** Free TCP ports: the preferred one if it is free, otherwise a random one. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

import { tryLock } from './lock.ts'
import { cacheDir } from './paths.ts'

const given = new Set<number>()

/**
 * Random ports are below the range that Linux uses for outgoing connections (from 32768 on), because a
 * connection could take such a port before its process listens.
 */
const RANDOM_PORTS = [20_000, 32_768] as const

/** A port that is free now. A process never returns the same random port twice. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred)) && reserve(preferred)) return preferred
  for (;;) {
    const port = randomInt(...RANDOM_PORTS)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

export async function isFree(port: number): Promise<boolean> {
  try {
    await listenBriefly(port, '127.0.0.1')
    await listenBriefly(port)
    return true
  } catch {
    return false
  }
}

/**
 * Two starts at once would both find the default port free and collide seconds later. The reservation lasts as
 * long as this process, so that a part that it restarts gets the same port.
 */
function reserve(port: number): boolean {
  if (given.has(port)) return true
  if (!tryLock(cacheDir('locks', `port-${port}`))) return false
  given.add(port)
  return true
}

async function listenBriefly(port: number, host?: string): Promise<void> {
  // A process that still looks for the port's last owner may connect, and the server closes only without connections.
  const server = createServer((socket) => socket.destroy())
  server.listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
