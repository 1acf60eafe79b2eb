/** Free TCP ports: the preferred one when nobody has it, otherwise one the system picks. */
import { once } from 'node:events'
import { createServer } from 'node:net'

import { tryLock } from './lock.ts'
import { cacheDir } from './paths.ts'

const given = new Set<number>()

/** A port that is free now. A port that the system picks is never given twice by one process. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred)) && reserve(preferred)) return preferred
  for (;;) {
    const port = await listenBriefly(0)
    if (given.has(port)) continue
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

async function listenBriefly(port: number, host?: string): Promise<number> {
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('not a TCP address')
  return address.port
}
