/** Free TCP ports: the preferred one if it is free, otherwise a random one. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

import { tryLock } from './lock.ts'
import { cacheDir } from './paths.ts'

const given = new Set<number>()

/**
 * Random ports come from below the range that Linux takes for outgoing connections (from 32768 on): a connection
 * could take such a port before its process listens.
 */
const RANDOM_PORTS = [20_000, 32_768] as const

/** A port that is free now. A random port is never given twice by one process. */
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
 * Two starts at once would both find the default port free and then collide, seconds later. The
 * reservation is kept while this process lives, so that what it restarts gets its port again.
 */
function reserve(port: number): boolean {
  if (given.has(port)) return true
  if (!tryLock(cacheDir('locks', `port-${port}`))) return false
  given.add(port)
  return true
}

async function listenBriefly(port: number, host?: string): Promise<void> {
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
