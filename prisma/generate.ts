/**
 * Generates the Prisma client into prisma/generated. `prisma generate` requires an engine, which it would
 * download and never use; any executable satisfies it (docs/decisions/0003).
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../node_modules/prisma/build/index.js', import.meta.url))

execFileSync(process.execPath, [cli, 'generate', '--no-hints'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  },
})
