import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { newLocation } from '../resources/centre.ts'
import { startApi } from '../support/api.ts'

const root = new URL('../../', import.meta.url)
const readme = await readFile(new URL('README.md', root), 'utf8')
const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? '')

test('the commands of the README work as described', async () => {
  await using api = await startApi()
  const client = await api.createTenant()
  await newLocation(client)
  await using server = await api.listen()
  const commands = blocks.find((block) => block.includes('TOKEN='))
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-euo', 'pipefail', '-c', commands ?? 'false'],
    {
      env: {
        ...process.env,
        API: server.url,
        CLIENT_ID: client.clientId,
        CLIENT_SECRET: client.clientSecret,
      },
    },
  )
  const empty = '{"data":[],"nextCursor":null,"hasMore":false}'
  expect(stdout).toBe(empty + empty)
})

test('the files linked by the README exist', () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link ?? '')
  expect(links.length).toBeGreaterThan(5)
  for (const link of links) expect(existsSync(path.join(root.pathname, link)), link).toBe(true)
})
