import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { freePort, isFree } from '../../dev/ports.ts'

test('random ports are free, distinct, and never those of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()))
  expect(new Set(ports).size).toBe(200)
  for (const port of ports) expect(port).toBeLessThan(32_768)
})

test('a preferred port is given unless it is taken', async () => {
  await using server = createServer()
  const taken = await freePort()
  server.listen(taken, '127.0.0.1')
  await once(server, 'listening')
  expect(await isFree(taken)).toBe(false)
  expect(await freePort(taken)).not.toBe(taken)
})
