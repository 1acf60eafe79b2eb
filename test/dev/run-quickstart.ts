/** Runs the blocks of docs/quickstart.md as a reader would, in a folder of their own. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { vi } from 'vitest'

import { onPath } from '../../dev/on-path.ts'
import { root } from '../../dev/paths.ts'
import { freePort } from '../../dev/ports.ts'

const run = promisify(execFile)

export interface Printed {
  curl: string
  receiver: string
  node: string
  /** Undefined where there is no Python. */
  python: string | undefined
}

export async function runQuickstart(variables: {
  API: string
  CLIENT_ID: string
  CLIENT_SECRET: string
}): Promise<Printed> {
  const dir = mkdtempSync(path.join(tmpdir(), 'therapy-quickstart-'))
  try {
    const port = await freePort()
    for (const [file, code] of filesOfPage())
      writeFileSync(path.join(dir, file), code.replaceAll('4242', `${port}`))
    const options = { cwd: dir, env: { ...process.env, ...variables }, timeout: 60_000 }
    const inOrder = run('bash', ['-euo', 'pipefail', 'quickstart.sh'], options)
    const [{ stdout: curl }, receiver] = await Promise.all([inOrder, listen(dir, inOrder)])
    const { stdout: node } = await run(process.execPath, ['quickstart.mjs'], options)
    const command = onPath('python3')
    const python = command && (await run(command, ['quickstart.py'], options)).stdout
    return { curl, receiver, node, python }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Its third terminal: from when there is a secret until the commands are through and both events are in. */
async function listen(dir: string, commands: Promise<unknown>): Promise<string> {
  const secret = path.join(dir, 'webhook-secret')
  await vi.waitFor(
    () => {
      if (!existsSync(secret) || statSync(secret).size === 0) throw new Error('No secret yet')
    },
    { timeout: 30_000, interval: 50 },
  )
  const child = spawn(process.execPath, ['receiver.mjs'], { cwd: dir })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  try {
    await commands
    await vi.waitFor(
      () => {
        if (!printed.includes('booking.cancelled')) throw new Error(`Not received: ${printed}`)
      },
      { timeout: 30_000, interval: 50 },
    )
    return printed
  } finally {
    if (child.kill('SIGTERM')) await once(child, 'exit')
  }
}

/** Blocks of one file, in the order of the page. */
function filesOfPage(): Map<string, string> {
  const page = readFileSync(path.join(root, 'docs', 'quickstart.md'), 'utf8')
  const files = new Map<string, string>()
  for (const [, file = '', code = ''] of page.matchAll(/^```\w+ file=(\S+)\n(.*?)^```$/gms))
    files.set(file, (files.get(file) ?? '') + code)
  return files
}
