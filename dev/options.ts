/** The command line of bin/up. */
import path from 'node:path'
import { parseArgs } from 'node:util'

import { root } from './paths.ts'

export interface UpOptions {
  json: boolean
  demo: boolean
  /** Show what API and worker log. */
  logs: boolean
  /** First API port; undefined: 8080 or, when somebody has it, any free one. */
  port: number | undefined
  /** Absolute. */
  dataDir: string
  api: number
  worker: number
  help: boolean
}

export const HELP = `Starts the whole platform on this machine and stops it again on Ctrl-C.

Usage: bin/up [options]

  --json        print one line of JSON when ready, then run quietly until SIGTERM
  --no-demo     do not book the demo appointment (the demo centre is there all the same)
  --logs        go on with what the API and the worker log
  --port N      port of the API (default 8080, or a free one when that is taken)
  --data DIR    where everything is kept (default .therapy in the checkout)
  --api N       number of API processes (default 1), each on a port of its own
  --worker N    number of worker processes (default 1)
  --help        this text

Real servers instead of the embedded ones:
  DATABASE_URL        PostgreSQL, as the owner of the database (it runs the migrations)
  TEMPORAL_ADDRESS    Temporal; also TEMPORAL_NAMESPACE, TEMPORAL_API_KEY, TEMPORAL_TLS_* and
                      profiles, as in every Temporal client; TEMPORAL_UI_URL for the links
  SMTP_URL            Mail server; otherwise e-mails are caught here and shown on a page

Logs are in DIR/logs. Deleting DIR deletes the data. bin/therapy speaks to what runs here.
`

/** Throws an Error with a sentence for the user when the command line makes no sense. */
export function parseOptions(args: readonly string[]): UpOptions {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: false,
    options: {
      json: { type: 'boolean', default: false },
      'no-demo': { type: 'boolean', default: false },
      logs: { type: 'boolean', default: false },
      port: { type: 'string' },
      data: { type: 'string' },
      api: { type: 'string', default: '1' },
      worker: { type: 'string', default: '1' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  return {
    json: values.json,
    demo: !values['no-demo'] && !values.json,
    logs: values.logs && !values.json,
    port: values.port === undefined ? undefined : whole('--port', values.port, 1, 65_535),
    dataDir: values.data === undefined ? path.join(root, '.therapy') : path.resolve(values.data),
    api: whole('--api', values.api, 1, 32),
    worker: whole('--worker', values.worker, 0, 32),
    help: values.help,
  }
}

function whole(option: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new Error(`${option} takes a whole number from ${least} to ${most}, not '${text}'`)
}
