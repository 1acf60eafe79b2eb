/** The guides, each as its reader runs it: with the helpers of the quickstart, in a folder of its own. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { root } from '../../dev/paths.ts'
import { readPage, runPage } from './run-page.ts'

export const GUIDES = readdirSync(path.join(root, 'docs', 'guides'))
  .filter((file) => file !== 'README.md')
  .map((file) => `guides/${path.basename(file, '.md')}`)

/** @returns What the guides show and did not happen. */
export async function runGuides(
  variables: NodeJS.ProcessEnv,
  guides: readonly string[] = GUIDES,
): Promise<string[]> {
  const found = await Promise.all(guides.map((guide) => runGuide(guide, variables)))
  return found.flat()
}

async function runGuide(guide: string, variables: NodeJS.ProcessEnv): Promise<string[]> {
  const cwd = mkdtempSync(path.join(tmpdir(), 'therapy-guide-'))
  try {
    const page = readPage(guide)
    const helpers = readPage('quickstart').files.get('helpers.sh') ?? ''
    page.files.set('helpers.sh', helpers)
    return await runPage(page, { cwd, env: { ...process.env, ...variables } })
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}
