import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startChild, whenReady } from '../../dev/child.ts'
import { freePort } from '../../dev/ports.ts'
import { pythonTool } from '../../dev/python-tool.ts'
import { LONGEST_WAIT_MS } from './waits.ts'

const MOTO = { requirement: 'moto[server]==5.2.1', program: 'moto_server' }

/** The AWS SDK's signing credentials; moto accepts any. */
export const AWS_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }

export interface Bucket extends AsyncDisposable {
  /** In the notation of FILES_LOCATION. */
  location: string
}

/** A bucket of a separate S3 server, played by moto; undefined if it cannot be installed. */
export const startBucket = async (): Promise<Bucket | undefined> => {
  const moto = await pythonTool(MOTO, console.log)
  if (!moto) return undefined
  await using starting = new AsyncDisposableStack()
  const dir = await mkdtemp(path.join(tmpdir(), 'therapy-bucket-'))
  starting.defer(() => rm(dir, { recursive: true, force: true }))
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const server = starting.use(
    await startChild({
      command: moto,
      args: ['-H', '127.0.0.1', '-p', `${port}`],
      logFile: path.join(dir, 'moto.log'),
    }),
  )
  const created = () => fetch(`${endpoint}/care`, { method: 'PUT' }).catch(() => undefined)
  await whenReady(server, created, { what: 'moto', timeoutMs: LONGEST_WAIT_MS })
  const owned = starting.move()
  return {
    location: `s3://care?region=eu-central-1&endpoint=${endpoint}`,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
