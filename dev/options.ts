/** The command line of bin/up; its help is bin/lib/up.txt. */
import path from 'node:path'
import { parseArgs } from 'node:util'

import { root } from './paths.ts'

export interface UpOptions {
  json: boolean
  demo: boolean
  /** Whether to show the logs of the API and the worker. */
  logs: boolean
  /** The first API port. If undefined: 8080, or any free port if 8080 is taken. */
  port: number | undefined
  /** Absolute. */
  dataDir: string
  api: number
  worker: number
  /** Whether Temporal runs as a cluster instead of its development server. */
  cluster: boolean
}

/** Throws an Error with a sentence for the user if the command line is invalid. */
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
      api: { type: 'string' },
      worker: { type: 'string' },
      cluster: { type: 'boolean', default: false },
    },
  })
  const { cluster } = values
  // The workflows of one Temporal server are unknown to the other, so each has its own data.
  const folder = cluster ? '.therapy-cluster' : '.therapy'
  const processes = cluster ? '2' : '1'
  return {
    json: values.json,
    demo: !values['no-demo'] && !values.json,
    logs: values.logs && !values.json,
    port: values.port === undefined ? undefined : whole('--port', values.port, 1, 65_535),
    dataDir: values.data === undefined ? path.join(root, folder) : path.resolve(values.data),
    api: whole('--api', values.api ?? processes, 1, 32),
    worker: whole('--worker', values.worker ?? processes, 0, 32),
    cluster,
  }
}

function whole(option: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new Error(`${option} takes a whole number from ${least} to ${most}, not '${text}'`)
}
