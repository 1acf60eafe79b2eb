/** Runs the guides like a reader: with the quickstart helpers, each in its own folder. */
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

/** The output of `bin/up` as variables of the guides, and its data folder. */
export interface Platform {
  API: string
  CLIENT_ID: string
  CLIENT_SECRET: string
  MAIL: string
  TEMPORAL_UI: string
  dataDir: string
}

/**
 * Runs all guides in parallel in one centre: each changes only its own records, and takes none from a list that
 * others extend.
 *
 * @returns What the guides show that did not happen.
 */
export async function runGuides(platform: Platform): Promise<string[]> {
  const keyed = { ...platform, ...(await keyOfManyReaders(platform)) }
  const found = await Promise.all(GUIDES.map((guide) => runGuide(guide, keyed)))
  return found.flat()
}

/** A reader runs one guide at a time; in parallel they exceed the 600 requests a minute of an API key. */
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
    // A reader works in the checkout, whose platform may be another one.
    const command = path.join(cwd, 'bin', 'therapy')
    mkdirSync(path.dirname(command))
    writeFileSync(command, `#!/bin/sh\nexec '${root}/bin/therapy' --data '${dataDir}' "$@"\n`)
    chmodSync(command, 0o755)
    // Nothing of the servers of the tests.
    const { PATH, HOME } = process.env
    return await runPage(page, { cwd, env: { PATH, HOME, ...variables } })
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}
