/** The servers of the run, for test files. */
import { randomBytes } from 'node:crypto'

import { Client } from 'pg'
import { inject } from 'vitest'

import { withRole } from '../../dev/environment.ts'
import { closeDatabase } from '../../prisma/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { templateUrl: string; appPassword: string; systemPassword: string }
    temporalAddress: string
    timeSkippingServer: string | undefined
  }
}

/** The migrated template of every test database. */
export const TEMPLATE = 'therapy_template'

export interface TestDatabase extends AsyncDisposable {
  /** Owns everything; row-level security is forced on it too, except as superuser. */
  ownerUrl: string
  /** The API's connection: role therapy_app. */
  appUrl: string
  /** The connection of relay and worker: role therapy_system. */
  systemUrl: string
}

/** A fresh, migrated, empty database for one test file; dropped when disposed of. */
export async function createDatabase(): Promise<TestDatabase> {
  const { templateUrl, appPassword, systemPassword } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files is cheaper than logging each page, and nothing here must survive a crash.
  await asAdmin(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  const ownerUrl = at(templateUrl, name)
  await closed(ownerUrl)
  return {
    ownerUrl,
    appUrl: withRole(ownerUrl, 'therapy_app', appPassword),
    systemUrl: withRole(ownerUrl, 'therapy_system', systemPassword),
    [Symbol.asyncDispose]: () => asAdmin(`drop database if exists ${name} with (force)`),
  }
}

/** A database without tables, like before the first `migrate`; dropped when disposed of. */
export async function createEmptyDatabase(): Promise<
  Pick<TestDatabase, 'ownerUrl'> & AsyncDisposable
> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name}`)
  return {
    ownerUrl: at(inject('postgres').templateUrl, name),
    [Symbol.asyncDispose]: () => asAdmin(`drop database if exists ${name} with (force)`),
  }
}

/** host:port of the run's Temporal server, namespace `default`. */
export function temporalAddress(): string {
  return inject('temporalAddress')
}

/**
 * The time-skipping server for `TestWorkflowEnvironment.createTimeSkipping`; undefined if unavailable:
 * `describe.skipIf(!timeSkippingServer())`.
 */
export function timeSkippingServer(): string | undefined {
  return inject('timeSkippingServer')
}

/** A copy lacks grants and revocations on its template. */
async function closed(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await closeDatabase(owner)
  } finally {
    await owner.end()
  }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new Client({ connectionString: at(inject('postgres').templateUrl, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function at(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
