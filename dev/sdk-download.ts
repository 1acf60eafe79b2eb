/**
 * The Temporal SDK's own download of a test server, run as `node dev/sdk-download.ts KIND DIR`, a
 * process of its own because the SDK offers no way to give up on a network that does not answer.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

export type SdkServer = 'dev-server' | 'time-skipping'

/** The path of the program the SDK downloaded into `dir`; undefined when it is out of reach. */
export async function sdkDownload(
  kind: SdkServer,
  dir: string,
  { timeoutMs = 60_000, signal }: { timeoutMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<string | undefined> {
  const found = downloaded(dir)
  if (found) return found
  mkdirSync(dir, { recursive: true })
  const args = [import.meta.filename, kind, dir]
  try {
    await promisify(execFile)(process.execPath, args, {
      timeout: timeoutMs,
      ...(signal && { signal }),
    })
  } catch {
    signal?.throwIfAborted()
    return undefined
  }
  return downloaded(dir)
}

/** The SDK writes to a name of its own and renames when the download is complete. */
function downloaded(dir: string): string | undefined {
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
