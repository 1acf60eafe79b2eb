/** Temporal's server, its schema tool and its UI: PATH, our cache, or built once with Go. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { Reporting } from './downloads.ts'
import { goInstall } from './go-install.ts'
import { withLock } from './lock.ts'
import { executable, onPath } from './on-path.ts'
import { cacheDir } from './paths.ts'

export interface TemporalPrograms {
  server: string
  /** Creates and updates the schema of the server's database. */
  sqlTool: string
  /** Undefined if it could not be built: the cluster works without it. */
  ui: string | undefined
}

interface Program {
  name: string
  module: string
  version: string
}

const SERVER = '1.30.4'
/** Versions as in temporal-compose.yml. */
export const TEMPORAL_PROGRAMS = {
  server: { name: 'temporal-server', module: 'go.temporal.io/server/cmd/server', version: SERVER },
  sqlTool: {
    name: 'temporal-sql-tool',
    module: 'go.temporal.io/server/cmd/tools/sql',
    version: SERVER,
  },
  ui: {
    name: 'temporal-ui-server',
    module: 'github.com/temporalio/ui-server/v2/cmd/server',
    version: '2.42.1',
  },
} as const satisfies Record<keyof TemporalPrograms, Program>

/** Undefined if the server is not installed and cannot be built. */
export async function temporalPrograms(
  options: Reporting = {},
): Promise<TemporalPrograms | undefined> {
  const server = await find(TEMPORAL_PROGRAMS.server, options)
  const sqlTool = server && (await find(TEMPORAL_PROGRAMS.sqlTool, options))
  if (!sqlTool) return undefined
  return { server, sqlTool, ui: await find(TEMPORAL_PROGRAMS.ui, options) }
}

/** Throws an error that says what to install. */
export async function requireTemporalPrograms(options: Reporting): Promise<TemporalPrograms> {
  const found = await temporalPrograms(options)
  if (found) return found
  throw new Error(
    `Temporal's server ${SERVER} could not be found or built. Install Go 1.25 or later ` +
      '(https://go.dev/dl) and let it reach its module proxy, or put temporal-server and ' +
      `temporal-sql-tool ${SERVER} on the PATH; or start without --cluster.`,
  )
}

/** The server compiles for 4 minutes on two quiet cores. */
async function find(program: Program, options: Reporting): Promise<string | undefined> {
  const { name, module, version } = program
  const built = cacheDir('bin', `${name}-${version}`)
  const ready = (await installed(program)) ?? executable(built)
  if (ready) return ready
  return withLock(cacheDir('locks', name), async () => {
    if (executable(built)) return built
    if (!onPath('go')) return undefined
    options.log?.(`building ${name} ${version} with Go (once, some minutes)`)
    return goInstall(`${module}@v${version}`, built, options)
  })
}

/** Another version could need another schema or other settings. */
async function installed({ name, version }: Program): Promise<string | undefined> {
  const found = onPath(name)
  if (!found) return undefined
  const printed = await promisify(execFile)(found, ['--version']).catch(() => undefined)
  return printed?.stdout.split(/\s+/).includes(version) ? found : undefined
}
