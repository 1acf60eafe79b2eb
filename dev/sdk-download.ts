/**
 * The Temporal SDK's own download of a test server, run as `node dev/sdk-download.ts KIND DIR`. It is a
 * separate process, because the SDK cannot abort when the network does not respond.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { runDownload, type Reporting } from './downloads.ts'

export type SdkServer = 'dev-server' | 'time-skipping'

/** For addresses that do not respond. A name that does not resolve fails at once. */
const STALL_MS = 15_000

/** The path of the program that the SDK downloaded into `dir`; undefined if the source cannot be reached. */
export async function sdkDownload(
  kind: SdkServer,
  dir: string,
  options: Reporting & { stallMs?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<string | undefined> {
  const found = downloaded(dir)
  if (found) return found
  mkdirSync(dir, { recursive: true })
  try {
    const args = [import.meta.filename, kind, dir]
    const what = kind === 'dev-server' ? 'Temporal server' : 'time-skipping server'
    await runDownload(process.execPath, args, { what, dir, stallMs: STALL_MS, ...options })
  } catch {
    // The source cannot be reached, but there are others.
    options.signal?.throwIfAborted()
  }
  return downloaded(dir)
}

/** The SDK writes to a temporary name and renames the file when the download is complete. */
export function downloaded(dir: string): string | undefined {
  if (!existsSync(dir)) return undefined
  const name = readdirSync(dir).find((file) => /^temporal-.*sdk-typescript[^~]*$/.test(file))
  return name?.includes('downloading') ? undefined : name && path.join(dir, name)
}

if (import.meta.main) {
  const [, , kind, downloadDir = ''] = process.argv
  const { TestWorkflowEnvironment } = await import('@temporalio/testing')
  const executable = { type: 'cached-download', downloadDir, ttl: '365 days' } as const
  const server = { executable }
  const environment = await (kind === 'time-skipping'
    ? TestWorkflowEnvironment.createTimeSkipping({ server })
    : TestWorkflowEnvironment.createLocal({ server }))
  await environment.teardown()
}
