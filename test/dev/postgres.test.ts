import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'

import { startPostgres } from '../../dev/postgres.ts'
import { identify } from '../../dev/processes.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'therapy-dev-postgres-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const start = () => startPostgres({ dataDir, durable: false })

async function query(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}

test('data survives a stop and a start, and nothing keeps running in between', async () => {
  let pid: number
  {
    await using server = await start()
    pid = server.pid
    await query(server.ownerUrl, 'create table kept as select 7 as value')
  }
  expect(identify(pid)).toBeUndefined()
  await using again = await start()
  expect(await query(again.ownerUrl, 'select value from kept')).toEqual({ value: 7 })
})

test('the superuser password is readable by its owner only and never in the log', async () => {
  await using server = await start()
  expect(statSync(path.join(dataDir, 'password')).mode & 0o777).toBe(0o600)
  const wrong = new URL(server.ownerUrl)
  wrong.password = 'wrong'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('the next start replaces a server that a killed start left behind', async () => {
  const left = await start()
  await using server = await start()
  expect(server.pid).not.toBe(left.pid)
  expect(identify(left.pid)).toBeUndefined()
  expect(await query(server.ownerUrl, 'select 1 as one')).toEqual({ one: 1 })
})

test('a stale lock file whose pid was reused does not prevent a start', async () => {
  await (await start())[Symbol.asyncDispose]()
  writeFileSync(path.join(dataDir, 'cluster', 'postmaster.pid'), `${process.pid}\n${dataDir}\n`)
  await using server = await start()
  expect(await query(server.ownerUrl, 'select 1 as one')).toEqual({ one: 1 })
  expect(identify(process.pid)).toBeDefined()
})
