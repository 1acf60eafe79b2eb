/** The demo centre: its key, and links for its people. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { bundled } from '../build/processes.ts'
import type { Credentials } from './environment.ts'
import { NODE_FLAGS, PROCESS_ENV } from './services.ts'

export interface DemoCentre {
  credentials: Credentials
  /** API paths that sign in as people of the centre. */
  signInLinks: { role: string; path: string }[]
}

/** Creates the centre, or finds it, in a separate process. */
export async function openDemoCentre(
  dataDir: string,
  ownerUrl: string,
  signal: AbortSignal,
): Promise<DemoCentre> {
  const file = await bundled('dev/open-demo-centre.ts')
  const env = { ...process.env, ...PROCESS_ENV, DATABASE_URL: ownerUrl }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...NODE_FLAGS, file, dataDir], {
      env,
      signal,
    })
    return JSON.parse(stdout) as DemoCentre
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw stderr ? new Error(stderr, { cause: error }) : error
  }
}
