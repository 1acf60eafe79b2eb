/** Runs the blocks of docs/quickstart.md like a reader, in a separate folder. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { onPath } from '../../dev/on-path.ts'
import { freePort } from '../../dev/ports.ts'
import { readPage, runPage } from './run-page.ts'
import { startRotatingProxy } from './rotating-proxy.ts'
import { waitFor } from '../support/wait-for.ts'

const run = promisify(execFile)

export interface Printed {
  /** What the page shows of the commands that did not happen. */
  missing: string[]
  receiver: string
  node: string
  /** Undefined without Python. */
  python: string | undefined
}

export async function runQuickstart(variables: {
  API: string
  CLIENT_ID: string
  CLIENT_SECRET: string
}): Promise<Printed> {
  const dir = mkdtempSync(path.join(tmpdir(), 'therapy-quickstart-'))
  await using stack = new AsyncDisposableStack()
  /** The same API, whose secret is rotated in the meantime. */
  const rotating = async (rotatesBefore: RegExp) =>
    stack.use(await startRotatingProxy(variables.API, rotatesBefore)).url
  try {
    const port = await freePort()
    const page = readPage('quickstart', (source) => source.replaceAll('4242', `${port}`))
    const options = (API: string) => ({
      cwd: dir,
      env: { ...process.env, ...variables, API },
      timeout: 60_000,
    })
    const inOrder = runPage(page, options(await rotating(/\/cancel$/)))
    const [missing, receiver] = await Promise.all([inOrder, listen(dir, inOrder)])
    const beforeBooking = options(await rotating(/^\/v1\/appointments$/))
    const { stdout: node } = await run(process.execPath, ['quickstart.mjs'], beforeBooking)
    const command = onPath('python3')
    const python = command && (await run(command, ['quickstart.py'], beforeBooking)).stdout
    return { missing, receiver, node, python }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Its third terminal: from the first secret until the commands end and both events arrive. */
async function listen(dir: string, commands: Promise<string[]>): Promise<string> {
  const secret = path.join(dir, 'webhook-secret')
  await waitFor(() => {
    if (!existsSync(secret) || statSync(secret).size === 0) throw new Error('No secret yet')
  })
  const child = spawn(process.execPath, ['receiver.mjs'], { cwd: dir })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  try {
    const missing = await commands
    if (missing.length > 0) return printed
    await waitFor(() => {
      if (!printed.includes('booking.cancelled')) throw new Error(`Not received: ${printed}`)
    })
    return printed
  } finally {
    if (child.kill('SIGTERM')) await once(child, 'exit')
  }
}
