/** The guides, each as its reader runs it: with the helpers of the quickstart, in a folder of its own. */
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { z } from 'zod'

import { root } from '../../dev/paths.ts'
import { freePort } from '../../dev/ports.ts'
import { readPage, runPage } from './run-page.ts'

export const GUIDES = readdirSync(path.join(root, 'docs', 'guides'))
  .filter((file) => file !== 'README.md')
  .map((file) => `guides/${path.basename(file, '.md')}`)

const KEY = z.object({ clientId: z.string(), clientSecret: z.string() })

/** What `bin/up` prints, as the variables of the guides, and the folder of its data. */
export interface Platform {
  API: string
  CLIENT_ID: string
  CLIENT_SECRET: string
  MAIL: string
  TEMPORAL_UI: string
  dataDir: string
}

/**
 * Runs all guides at once in one centre: each makes the records that it changes, and takes none from a list that the
 * others add to.
 *
 * @returns What the guides show and did not happen.
 */
export async function runGuides(platform: Platform): Promise<string[]> {
  const keyed = { ...platform, ...(await keyOfManyReaders(platform)) }
  const found = await Promise.all(GUIDES.map((guide) => runGuide(guide, keyed)))
  return found.flat()
}

/** A reader runs one guide at a time; all of them at once are more than an API key's 600 requests a minute. */
async function keyOfManyReaders({ dataDir }: Platform) {
  const command = path.join(root, 'bin', 'therapy')
  const key = ['key', 'create', '--name', 'Demo', '--rate-limit', '6000', '--json']
  const { stdout } = await promisify(execFile)(command, ['--data', dataDir, ...key])
  const { clientId, clientSecret } = KEY.parse(JSON.parse(stdout))
  return { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }
}

async function runGuide(guide: string, { dataDir, ...variables }: Platform) {
  const cwd = mkdtempSync(path.join(tmpdir(), 'therapy-guide-'))
  try {
    const port = await freePort()
    const page = readPage(guide, (source) => source.replaceAll('4242', `${port}`))
    page.files.set('helpers.sh', readPage('quickstart').files.get('helpers.sh') ?? '')
    // A reader is in the checkout, whose platform may be another.
    const command = path.join(cwd, 'bin', 'therapy')
    mkdirSync(path.dirname(command))
    writeFileSync(command, `#!/bin/sh\nexec '${root}/bin/therapy' --data '${dataDir}' "$@"\n`)
    chmodSync(command, 0o755)
    // Nothing of the tests' own servers.
    const { PATH, HOME } = process.env
    return await runPage(page, { cwd, env: { PATH, HOME, ...variables } })
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}
