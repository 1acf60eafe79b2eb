/** Starts one PostgreSQL and one Temporal server for the whole run, and migrates a template database. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'

import type { TestProject } from 'vitest/node'

import { startPostgres } from '../../dev/postgres.ts'
import { RunFile } from '../../dev/run-file.ts'
import { startTemporal } from '../../dev/temporal.ts'
import { timeSkippingServerPath } from '../../dev/time-skipping.ts'
import { migrate } from '../../prisma/migrate.ts'
import { databasesFolder } from './databases-folder.ts'
import { sweepKilledRuns } from './killed-runs.ts'
import { TEMPLATE } from './servers.ts'

const FOLDER = 'therapy-care-test-'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepKilledRuns(FOLDER)
  const dir = mkdtempSync(path.join(databasesFolder(), FOLDER))
  const run = await RunFile.claim(dir, console.log)
  await using starting = new AsyncDisposableStack()
  starting.defer(() => rmSync(dir, { recursive: true, force: true }))

  const passwords = { appPassword: secret(), systemPassword: secret() }
  const preparePostgres = async () => {
    const server = starting.use(
      await startPostgres({
        dataDir: path.join(dir, 'postgres'),
        durable: false,
        database: TEMPLATE,
        onSpawn: (pid) => run.spawned('postgres', pid),
      }),
    )
    await migrate(server.ownerUrl, passwords)
    return server
  }
  const prepareTemporal = async () => {
    return starting.use(
      await startTemporal({
        dataDir: path.join(dir, 'temporal'),
        inMemory: true,
        headless: true,
        log: console.log,
        onSpawn: (pid) => run.spawned('temporal', pid),
      }),
    )
  }
  // Waits for all, so that a failure of one stops the others.
  const preparing = [preparePostgres(), prepareTemporal(), timeSkippingServerPath()] as const
  await Promise.allSettled(preparing)
  const [postgres, temporal, timeSkipping] = await Promise.all(preparing)

  project.provide('postgres', { templateUrl: postgres.ownerUrl, ...passwords })
  project.provide('temporalAddress', temporal.address)
  project.provide('timeSkippingServer', timeSkipping)
  const owned = starting.move()
  return () => owned.disposeAsync()
}

function secret(): string {
  return randomBytes(12).toString('hex')
}
